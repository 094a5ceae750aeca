import { coverageOf, type HierarchyNode, type Reach } from '@safety/contracts';
import type { OrgStructure } from './org-structure.entity.js';

export type HierarchyRow = Pick<
  OrgStructure,
  'id' | 'itemId' | 'parentId' | 'name' | 'code' | 'type' | 'pathIds'
>;

export interface HierarchyOptions {
  rootId: string | undefined;
  reach: Reach;
  /** The caller's default place. */
  defaultId: string | undefined;
}

/** The tree of `rows`, which come in the order of siblings: each of them is shown, as are those above it. */
export function hierarchyOf(
  rows: readonly HierarchyRow[],
  { rootId, reach, defaultId }: HierarchyOptions,
): HierarchyNode[] {
  const childrenOf = Map.groupBy(rows, ({ id, parentId }) => (id === rootId ? null : parentId));

  const isCovered = coverageOf(reach);

  const branches = (parentId: string | null): HierarchyNode[] =>
    (childrenOf.get(parentId) ?? []).map(({ id, itemId, name, code, type, pathIds }) => ({
      id,
      relationshipId: id,
      itemId,
      name,
      code,
      type,
      isDefault: id === defaultId,
      selectable: isCovered(pathIds),
      children: branches(id),
    }));

  return branches(null);
}
