import { demoId } from '@safety/demo-data';
import {
  enterCompany,
  insertMissing,
  raiseNumberSeries,
  referenceOf,
  type SeedClient,
  seedTransaction,
} from '@safety/persistence';
import { isFlagged } from '../approvals/approval.entity.js';
import { actorsOf } from '../demo/hazard-process.js';
import { type DemoHazard, demoHazards } from '../demo/hazards.js';
import { storedRisk } from './stored-risk.js';

const SERIES = 'HAZ';

/** The title of a revision that waits for its approval. */
const revised = (title: string): string => `${title}, seen again`;

/** The columns of a demo hazard; `number` is its place in the series of its company and year. */
const hazardRow = (hazard: DemoHazard, year: number, number: number) => ({
  company_id: hazard.companyId,
  id: hazard.id,
  version: 1,
  created_at: hazard.identifiedAt,
  modified_at: hazard.identifiedAt,
  custom_fields: {},
  reference: referenceOf(SERIES, number, year),
  title: hazard.title,
  description: hazard.description,
  hazard_type: hazard.hazardType,
  observation_kind: hazard.observationKind,
  org_structure_id: hazard.orgStructureId,
  identified_at: hazard.identifiedAt,
  reported_by_personnel_id: hazard.reportedByPersonnelId,
  responsible_personnel_id: hazard.responsiblePersonnelId,
  anonymous: hazard.anonymous,
  persons_at_risk: hazard.personsAtRisk,
  existing_controls: [{ ...hazard.control, effectiveness: hazard.residual ? 'partiallyEffective' : null }],
  ...riskColumns(hazard),
  due_date: hazard.dueDate,
  related_event_ids: [],
  tags: [],
  ...processColumns(hazard),
});

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * MS_PER_DAY).toISOString();

const approvalStates = {
  approved: 'approved',
  closed: 'approved',
  pendingApproval: 'pending',
  revision: 'pending',
  changesRequested: 'changesRequested',
  rejected: 'rejected',
  draft: 'draft',
} as const;
const decisionsOf = {
  approved: 'approve',
  closed: 'approve',
  rejected: 'reject',
  changesRequested: 'requestChanges',
};

/** The columns of the approval, and of the end of a hazard that is closed. */
function processColumns({ state, identifiedAt, companyId }: DemoHazard) {
  const { reporterId, approverId } = actorsOf(companyId);
  const isApproved = state === 'approved' || state === 'closed' || state === 'revision';
  const decision = decisionsOf[state as keyof typeof decisionsOf];
  const decidedAt = daysAfter(identifiedAt, 1);
  return {
    status: state === 'revision' ? 'pendingApproval' : state,
    created_by_user_id: reporterId,
    modified_by_user_id: reporterId,
    approval_mode: state === 'draft' ? 'none' : 'queue',
    approval_state: approvalStates[state],
    approval_round: state === 'draft' ? 0 : 1,
    submitted_at: state === 'draft' ? null : identifiedAt,
    submitted_by_user_id: state === 'draft' ? null : reporterId,
    approver_user_ids: [],
    required_approvals: 1,
    decisions: decision
      ? [{ round: 1, userId: approverId, decision, comment: 'Seen on the round.', decidedAt }]
      : [],
    approved_at: isApproved ? decidedAt : null,
    approved_by_user_id: isApproved ? approverId : null,
    closed_at: state === 'closed' ? daysAfter(identifiedAt, 60) : null,
    closed_by_user_id: state === 'closed' ? approverId : null,
    closure_reason: state === 'closed' ? 'controlledAlarp' : null,
  };
}

/** The snapshot of an approved hazard: of one with a revision as it was before. */
const snapshotOf = (row: ReturnType<typeof hazardRow>) => ({
  ...row,
  status: row.status === 'closed' ? 'closed' : 'approved',
  revision_waits: isFlagged(row.status),
});

/** Suggestions of a hazard that waits: the manager decides on them. */
const suggested = ({ id, companyId, state, responsiblePersonnelId, dueDate }: DemoHazard) =>
  state === 'pendingApproval'
    ? [
        {
          id: demoId('suggestion', id),
          description: 'Put it right before the next shift, and check it every week.',
          controlType: 'engineering',
          suggestedAssigneePersonnelId: responsiblePersonnelId,
          suggestedDueDate: dueDate,
          suggestedByUserId: actorsOf(companyId).reporterId,
          disposition: 'pending',
          dispositionComment: null,
          actionId: null,
        },
      ]
    : [];

function riskColumns({ initial, residual, identifiedAt, responsiblePersonnelId }: DemoHazard) {
  const assessed = { assessedAt: undefined, assessedByPersonnelId: responsiblePersonnelId };
  const { riskAssessment, riskScore } = storedRisk(
    {
      initial: { ...initial, ...assessed },
      residual: residual && { ...residual, ...assessed },
      target: null,
    },
    new Date(identifiedAt),
  );
  return { risk_assessment: riskAssessment, risk_score: riskScore };
}

const yearOf = ({ identifiedAt }: DemoHazard): number => new Date(identifiedAt).getUTCFullYear();

async function addYear(
  client: SeedClient,
  companyId: string,
  year: number,
  hazards: DemoHazard[],
): Promise<void> {
  const rows = hazards.map((hazard, index) => hazardRow(hazard, year, index + 1));
  const working = hazards.map((hazard, index) => ({
    ...hazardRow(hazard, year, index + 1),
    ...(hazard.state === 'revision' && { title: revised(hazard.title) }),
    suggested_actions: suggested(hazard),
  }));
  const added = await insertMissing(client, 'hazards', working);
  const approved = rows.filter(({ id, approved_at }) => added.has(id) && approved_at !== null);
  await insertMissing(client, 'approved_hazards', approved.map(snapshotOf));
  await raiseNumberSeries(client, companyId, SERIES, hazards.length, year);
}

/** Adds the demo hazards that are missing, in every state, and raises the counters of their references. */
export async function addDemoHazards(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const [companyId, ofCompany] of Map.groupBy(demoHazards, (hazard) => hazard.companyId)) {
      await enterCompany(client, companyId);
      for (const [year, ofYear] of Map.groupBy(ofCompany, yearOf))
        await addYear(client, companyId, year, ofYear);
    }
  });
}
