import { covers, type HierarchyNode, type HierarchyQuery, type Reach } from '@safety/contracts';
import type { OrgStructure } from './org-structure.entity.js';

export type HierarchyRow = Pick<
  OrgStructure,
  'id' | 'itemId' | 'parentId' | 'name' | 'code' | 'type' | 'pathIds'
>;

export interface HierarchyOptions extends Pick<HierarchyQuery, 'rootId' | 'depth' | 'type'> {
  reach: Reach;
  /** The caller's default place. */
  defaultId: string | undefined;
}

/**
 * The tree of `rows`, which come in the order of siblings: only branches that lead to something selectable,
 * cut at `depth` levels after they were judged, so that a branch does not vanish because its places lie
 * deeper.
 */
export function hierarchyOf(rows: readonly HierarchyRow[], options: HierarchyOptions): HierarchyNode[] {
  const { rootId, depth, type, reach, defaultId } = options;
  const childrenOf = Map.groupBy(rows, ({ id, parentId }) => (id === rootId ? null : parentId));

  const branch = (row: HierarchyRow): HierarchyNode | undefined => {
    const { id, itemId, name, code } = row;
    const selectable = covers(reach, row.pathIds);
    const children = branches(row.id);
    if (children.length === 0 && !(selectable && (type?.includes(row.type) ?? true))) return undefined;
    const isDefault = id === defaultId;
    return { id, relationshipId: id, itemId, name, code, type: row.type, isDefault, selectable, children };
  };
  const branches = (parentId: string | null): HierarchyNode[] =>
    (childrenOf.get(parentId) ?? []).map(branch).filter((node) => node !== undefined);

  return cut(branches(null), depth ?? Number.POSITIVE_INFINITY);
}

const cut = (nodes: HierarchyNode[], depth: number): HierarchyNode[] =>
  nodes.map((node) => ({ ...node, children: depth > 1 ? cut(node.children, depth - 1) : [] }));
