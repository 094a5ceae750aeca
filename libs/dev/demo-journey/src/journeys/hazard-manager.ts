import type { Api } from '../api.js';
import type { Report } from '../report.js';
import type { Door, RoleJourney } from './role-journey.js';
import {
  type ActionRow,
  expectStatus,
  inDays,
  type List,
  northQuarry,
  type Process,
} from './safety-register.js';

/**
 * A hazard from its report to its end:
 * 1. `reported`: an employee reports it, with a suggestion; nobody reads it as approved
 * 2. `returned`: the manager finds it waiting and asks for changes, the employee makes them
 * 3. `decided`: the manager approves it, and the accepted suggestion becomes an action
 * 4. `done`: the employee does the action, the manager verifies it and closes the hazard
 */
export const hazardManager: RoleJourney = {
  title: 'A manager: from a reported hazard to the action that ends it',
  walk,
};

interface Scene {
  employee: Api;
  manager: Api;
  report: Report;
}

const ASKED = '/hazards/approvalData?approverUserId=me&approvalState=pending';

async function walk({ report, signIn }: Door): Promise<void> {
  const scene = {
    report,
    employee: await signIn('employee@demo.example'),
    manager: await signIn('manager@demo.example'),
  };
  const submitted = await reported(scene);
  const changed = await returned(scene, submitted);
  const action = await decided(scene, changed);
  await done(scene, changed, action);
}

async function reported({ employee, report }: Scene): Promise<Process> {
  report('1. An employee reports a hazard at North Quarry, and suggests what to do');
  const { body: hazard } = await employee.post<Process>('/hazards/approval', {
    title: 'Unguarded tail drum of belt 3',
    description: 'The guard was taken off for cleaning.',
    hazardType: 'mechanical',
    orgStructureId: northQuarry,
    identifiedAt: new Date().toISOString(),
    riskAssessment: { initial: { likelihood: 4, severity: 4 } },
    suggestedActions: [
      { description: 'Mount a guard that needs a tool to open.', controlType: 'engineering' },
    ],
  });
  expectStatus(hazard, 'pendingApproval');
  const { data } = (await employee.get<List<Process>>(`/hazards?ids=${hazard.id}`)).body;
  if (data.length > 0) throw new Error('A hazard that nobody has approved is among the approved ones');
  report(`  = ${hazard.reference} waits; no list of approved hazards has it`);
  return hazard;
}

async function returned({ employee, manager, report }: Scene, { id, reference }: Process): Promise<Process> {
  report('2. The manager finds it waiting');
  const waiting = (await manager.get<List<Process>>(`${ASKED}&ids=${id}`)).body.data;
  if (waiting.length !== 1) throw new Error(`${reference} does not wait for the manager`);

  report('3. The manager asks for changes: what remains of the risk is missing');
  const comment = 'What risk remains once the guard is on?';
  const asked = { id, approval: { step: 'requestChanges', comment } };
  expectStatus((await manager.put<Process>('/hazards/approval', asked)).body, 'changesRequested');

  report('4. The employee reads the comment, adds the residual risk and submits it again');
  const read = (await employee.get<Process>(`/hazards/${id}/approvalData`)).body;
  if (read.approval.decisions.at(-1)?.comment !== comment) throw new Error('The comment did not arrive');
  const { initial } = read.riskAssessment;
  const { body: changed } = await employee.put<Process>('/hazards/approval', {
    ...read,
    riskAssessment: { initial, residual: { likelihood: 1, severity: 4 } },
    approval: { step: 'submit' },
  });
  expectStatus(changed, 'pendingApproval');
  return changed;
}

async function decided({ manager, report }: Scene, hazard: Process): Promise<ActionRow> {
  report('5. The manager approves it and accepts the suggestion, for the employee to do');
  const [suggestion] = hazard.suggestedActions;
  const { body: approved } = await manager.put<Process>('/hazards/approval', {
    id: hazard.id,
    version: hazard.version,
    approval: { step: 'approve', comment: 'Guard ordered.' },
    suggestedActions: [
      {
        id: suggestion?.id,
        disposition: 'accepted',
        suggestedAssigneePersonnelId: hazard.reportedByPersonnelId,
        suggestedDueDate: inDays(14),
      },
    ],
  });
  expectStatus(approved, 'approved');
  const [action] = approved.actions;
  if (!action || action.id !== approved.suggestedActions[0]?.actionId) throw new Error('No action was made');
  const { data } = (await manager.get<List<Process>>(`/hazards?ids=${hazard.id}`)).body;
  if (data.length !== 1) throw new Error('The approved hazard is not among the approved ones');
  report(
    `  = ${hazard.reference} is approved; ${action.reference} is ${action.status} until ${action.dueDate}`,
  );
  return action;
}

async function done({ employee, manager, report }: Scene, hazard: Process, action: ActionRow): Promise<void> {
  const closing = { transition: 'close', closureReason: 'controlledAlarp' };
  report('6. It cannot be closed while the action is open');
  expectStatus(await manager.attempt('POST', `/hazards/${hazard.id}/transitions`, closing), 409);

  report('7. The employee finds the action, starts it and completes it');
  const steps = `/actions/${action.id}/transitions`;
  const mine = (await employee.get<List<ActionRow>>(`/actions?assigneeUserId=me&sourceId=${hazard.id}`)).body;
  if (mine.data[0]?.id !== action.id) throw new Error('The employee does not find the action');
  await employee.post(steps, { transition: 'start' }, 200);
  await employee.post(steps, { transition: 'complete', comment: 'The guard is mounted.' }, 200);

  report('8. The manager verifies it, and closes the hazard');
  const verified = { transition: 'verify', effectiveness: 'effective' };
  expectStatus((await manager.post<ActionRow>(steps, verified, 200)).body, 'verified');
  const closed = await manager.post<Process>(`/hazards/${hazard.id}/transitions`, closing, 200);
  expectStatus(closed.body, 'closed');
  report(`  = ${action.reference} is verified, ${hazard.reference} is closed`);
}
