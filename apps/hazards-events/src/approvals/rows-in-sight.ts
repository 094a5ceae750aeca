import type { CompanyContext } from '@safety/contracts';

interface Found {
  archivedById(company: CompanyContext, ids: readonly string[]): Promise<Map<string, boolean>>;
}

/**
 * The rows that the caller may read, as they are worked on or as they were approved, each with whether it is
 * archived. While a revision waits, the snapshot is all that most callers see.
 */
export async function rowsInSight(
  company: CompanyContext,
  working: Found,
  approved: Found,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const known = await working.archivedById(company, ids);
  const others = ids.filter((id) => !known.has(id));
  return others.length === 0 ? known : new Map([...known, ...(await approved.archivedById(company, others))]);
}
