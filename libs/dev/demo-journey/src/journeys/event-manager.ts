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
 * An accident from its report to the end of its investigation:
 * 1. `reported`: an employee reports it, the manager asks for changes and then approves it
 * 2. `investigated`: the manager investigates; the administrator approves the findings
 * 3. `closed`: the action is done, and the event closed
 */
export const eventManager: RoleJourney = {
  title: 'A manager: from a reported accident to the end of its investigation',
  walk,
};

interface Scene {
  employee: Api;
  manager: Api;
  admin: Api;
  report: Report;
}

async function walk({ report, signIn }: Door): Promise<void> {
  const scene = {
    report,
    employee: await signIn('employee@demo.example'),
    manager: await signIn('manager@demo.example'),
    admin: await signIn('admin@demo.example'),
  };
  const event = await reported(scene);
  const action = await investigated(scene, event);
  await closed(scene, event, action);
}

const step = async (api: Api, { id }: Process, transition: string, comment: string | null = null) =>
  (await api.post<Process>(`/events/${id}/transitions`, { transition, comment }, 200)).body;

async function reported({ employee, manager, report }: Scene): Promise<Process> {
  report('1. An employee reports an accident at North Quarry');
  const { body: event } = await employee.post<Process>('/events/requireapproval', {
    title: 'Hand caught in belt 3',
    description: 'The belt was started while it was cleaned.',
    eventType: 'accident',
    actualSeverity: 'major',
    occurredAt: new Date().toISOString(),
    orgStructureId: northQuarry,
    eventGroups: [{ groupType: 'injury', personInjuredName: 'Pat Visitor', personType: 'visitor' }],
  });
  expectStatus(event, 'pendingApproval');

  report('2. The manager finds it waiting, and asks which injury it was');
  const asked = '/events/approvalData?approverUserId=me&approvalState=pending';
  const { data } = (await manager.get<List<Process>>(`${asked}&ids=${event.id}`)).body;
  if (data.length !== 1) throw new Error(`${event.reference} does not wait for the manager`);
  const comment = 'Which injury was it?';
  expectStatus(await step(manager, event, 'requestChanges', comment), 'changesRequested');

  report('3. The employee adds it, by the code lists of the API');
  const { body: list } = await employee.get<{ codes: { code: string }[] }>('/codelists/nature');
  const read = (await employee.get<Process>(`/events/${event.id}/approvalData`)).body;
  const natureOfInjury = { scheme: 'oiics', code: list.codes[0]?.code };
  const eventGroups = read.eventGroups.map((group) => ({ ...group, natureOfInjury }));
  await employee.put(`/events/${event.id}/requireapproval`, { ...read, eventGroups });

  report('4. The manager approves it: now it counts');
  const approved = await step(manager, event, 'approve');
  expectStatus(approved, 'open');
  report(`  = ${event.reference} is open, among the approved events`);
  return approved;
}

async function investigated({ employee, manager, admin, report }: Scene, event: Process): Promise<ActionRow> {
  report('5. The manager starts the investigation, and gives the employee an action');
  const started = await step(manager, event, 'startInvestigation');
  expectStatus(started, 'underInvestigation');
  const { body: action } = await manager.post<ActionRow>('/actions', {
    title: 'Lock the starter of belt 3 out for cleaning',
    actionType: 'corrective',
    sourceType: 'event',
    sourceId: event.id,
    assigneePersonnelId: event.reportedByPersonnelId,
    dueDate: inDays(7),
  });

  report('6. The manager writes down the root cause; another one has to approve it');
  const rootCauses = [{ category: 'procedure', description: 'Cleaning needs no lock-out.' }];
  const investigation = { ...started.investigation, method: 'fiveWhys', rootCauses };
  await manager.put(`/events/${event.id}/requireapproval`, { ...started, investigation });
  const own = { transition: 'approve' };
  expectStatus(await manager.attempt('POST', `/events/${event.id}/transitions`, own), 403);
  expectStatus(await step(admin, event, 'approve'), 'underInvestigation');

  report('7. The investigation ends; the action is still to be done');
  const ended = await step(manager, event, 'completeInvestigation');
  expectStatus(ended, 'actionsPending');
  report(
    `  = ${event.reference} is investigated; open actions: ${ended.action.open} of ${ended.action.total}`,
  );
  const mine = `/actions?assigneeUserId=me&sourceId=${event.id}`;
  const { data } = (await employee.get<List<ActionRow>>(mine)).body;
  if (data[0]?.id !== action.id) throw new Error('The employee does not find the action');
  return action;
}

async function closed(
  { employee, manager, report }: Scene,
  event: Process,
  action: ActionRow,
): Promise<void> {
  report('8. The employee does the action, the manager verifies it and closes the event');
  const steps = `/actions/${action.id}/transitions`;
  await employee.post(steps, { transition: 'complete', comment: 'The starter has a lock.' }, 200);
  await manager.post(steps, { transition: 'verify', effectiveness: 'effective' }, 200);
  expectStatus(await step(manager, event, 'close'), 'closed');
  report(`  = ${action.reference} is verified, ${event.reference} is closed`);
}
