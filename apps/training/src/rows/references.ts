import { type CompanyContext, MAX_REFERENCES } from '@safety/contracts';
import type { CompanyRecord, CompanyRows, Condition } from '@safety/persistence';
import { readsTraining } from './reads-training.js';

const some = { limit: MAX_REFERENCES, includeArchived: 'false', includeTotal: false } as const;

/** The `references` to one row that is in the way, where the caller may read it. */
export async function referenceTo<Row extends CompanyRecord>(
  company: CompanyContext,
  resource: string,
  rows: CompanyRows<Row>,
  id: string,
): Promise<{ resource: string; id: string }[]> {
  const isRead = readsTraining(company) && (await rows.archivedById(company, [id])).has(id);
  return isRead ? [{ resource, id }] : [];
}

/** The `references` of 409 `in-use`: those of the rows that the caller may read. */
export async function referencesTo<Row extends CompanyRecord>(
  company: CompanyContext,
  resource: string,
  rows: CompanyRows<Row>,
  conditions: (Condition | undefined)[],
): Promise<{ resource: string; id: string }[]> {
  if (!readsTraining(company)) return [];
  const { data } = await rows.page(company, some, conditions);
  return data.map(({ id }) => ({ resource, id }));
}
