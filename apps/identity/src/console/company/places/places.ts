import type { HierarchyNode, Page } from '@safety/contracts';
import type { CompanyVisit } from '../visit/company-visit.js';

/** Ids of one question to the list of org structures. */
const MOST_IDS = 100;

/** The hierarchy that roles can count in; nothing where the user may not see it. */
export async function hierarchy({
  personnelOrg,
}: CompanyVisit): Promise<readonly HierarchyNode[] | undefined> {
  const found = await personnelOrg.getIfAllowed<{ data: HierarchyNode[] }>('/orgstructures/hierarchy');
  return found?.data;
}

/** Paths of org structures by id, for people; those that the user may not see are left out. */
export async function pathsOf(
  { personnelOrg }: CompanyVisit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const paths = new Map<string, string>();
  while (wanted.length > 0) {
    const some = wanted.splice(0, MOST_IDS);
    const found = await personnelOrg.getIfAllowed<Page<{ id: string; path: string }>>('/orgstructures', {
      ids: some,
      includeArchived: true,
      fields: 'path',
      limit: MOST_IDS,
    });
    for (const { id, path } of found?.data ?? []) paths.set(id, path);
  }
  return paths;
}
