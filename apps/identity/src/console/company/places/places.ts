import type { HierarchyNode, Page } from '@safety/contracts';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { CompanyVisit } from '../visit/company-visit.js';

/** Ids of one question to the list of org structures. */
const MOST_IDS = 100;

/** The places that the user can choose, and those above them. */
export type Hierarchy = readonly HierarchyNode[] | 'unseen' | 'too large';

/** The hierarchy that roles can count in, as far as the user may see it and the service tells it at once. */
export async function hierarchy({ personnelOrg }: CompanyVisit): Promise<Hierarchy> {
  try {
    const found = await personnelOrg.getIfAllowed<{ data: HierarchyNode[] }>('/orgstructures/hierarchy');
    return found?.data ?? 'unseen';
  } catch (error) {
    if (isWrongQuery(error)) return 'too large';
    throw error;
  }
}

/** Paths of org structures by id, for people; those that the user may not see are left out. */
export async function pathsOf(
  { personnelOrg }: CompanyVisit,
  ids: readonly string[],
  which: { includeArchived: true } | { selectable: true } = { includeArchived: true },
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const paths = new Map<string, string>();
  while (wanted.length > 0) {
    const some = wanted.splice(0, MOST_IDS);
    const found = await personnelOrg.getIfAllowed<Page<{ id: string; path: string }>>('/orgstructures', {
      ...which,
      ids: some,
      fields: 'path',
      limit: MOST_IDS,
    });
    for (const { id, path } of found?.data ?? []) paths.set(id, path);
  }
  return paths;
}
