import {
  enterCompany,
  insertMissing,
  raiseNumberSeries,
  referenceOf,
  seedTransaction,
} from '@safety/persistence';
import { type DemoAction, demoActions } from '../demo/actions.js';
import { actorsOf } from '../demo/hazard-process.js';

const SERIES = 'ACT';

const isDone = ({ state }: DemoAction): boolean => state === 'completed' || state === 'verified';

const isVerified = ({ state }: DemoAction): boolean => state === 'verified';
const completedAt = ({ dueDate }: DemoAction): string => `${dueDate}T12:00:00Z`;
const verifiedAt = ({ dueDate }: DemoAction): string => `${dueDate}T15:00:00Z`;

function modifiedAt(action: DemoAction): string {
  if (isVerified(action)) return verifiedAt(action);
  return isDone(action) ? completedAt(action) : action.createdAt;
}

/** The columns of a demo action; `number` is its place in the series of its company and year. */
const actionRow = (action: DemoAction, year: number, number: number) => ({
  company_id: action.companyId,
  id: action.id,
  version: 1,
  created_at: action.createdAt,
  modified_at: modifiedAt(action),
  custom_fields: {},
  reference: referenceOf(SERIES, number, year),
  title: action.title,
  action_type: 'corrective',
  control_type: 'engineering',
  source_type: action.sourceType,
  source_id: action.sourceId,
  org_structure_id: action.orgStructureId,
  assignee_personnel_id: action.assigneePersonnelId,
  priority: action.priority,
  mandatory: true,
  due_date: action.dueDate,
  original_due_date: action.dueDate,
  status: action.state,
  status_comment: action.state === 'cancelled' ? 'Not needed: the way of working was changed.' : null,
  completed_at: isDone(action) ? completedAt(action) : null,
  completed_by_user_id: isDone(action) ? actorsOf(action.companyId).approverId : null,
  completion_comment: isDone(action) ? 'Done, and shown to the crew.' : null,
  verified_at: isVerified(action) ? verifiedAt(action) : null,
  verified_by_user_id: isVerified(action) ? actorsOf(action.companyId).administratorId : null,
  effectiveness: isVerified(action) ? 'effective' : null,
  tags: [],
});

/** Adds the demo actions that are missing, done and undone, and raises the counters of their references. */
export async function addDemoActions(serviceUrl: string): Promise<void> {
  const actions = demoActions(new Date().toISOString().slice(0, 10));
  await seedTransaction(serviceUrl, async (client) => {
    for (const [companyId, ofCompany] of Map.groupBy(actions, (action) => action.companyId)) {
      await enterCompany(client, companyId);
      const byYear = Map.groupBy(ofCompany, ({ createdAt }) => new Date(createdAt).getUTCFullYear());
      for (const [year, ofYear] of byYear) {
        const rows = ofYear.map((action, index) => actionRow(action, year, index + 1));
        await insertMissing(client, 'actions', rows);
        await raiseNumberSeries(client, companyId, SERIES, ofYear.length, year);
      }
    }
  });
}
