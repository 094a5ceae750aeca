import type { OrgStructure } from './org-structure.entity.js';

const PATH_SEPARATOR = ' / ';

/** Where an org structure is in the tree. */
export type Position = Pick<OrgStructure, 'level' | 'path' | 'pathIds'>;

export type Named = Pick<OrgStructure, 'name' | 'code' | 'type'>;

/** The position of `id` of that name below a parent, or as a root. */
export const below = (parent: Omit<Position, 'level'> | null, id: string, name: string): Position => ({
  level: parent?.pathIds.length ?? 0,
  path: parent ? `${parent.path}${PATH_SEPARATOR}${name}` : name,
  pathIds: [...(parent?.pathIds ?? []), id],
});

/** The position of the parent, as the path of an org structure tells it. */
const above = ({ name, path, pathIds }: Pick<OrgStructure, 'name' | 'path' | 'pathIds'>): Position | null =>
  pathIds.length === 1
    ? null
    : {
        level: pathIds.length - 2,
        path: path.slice(0, -name.length - PATH_SEPARATOR.length),
        pathIds: pathIds.slice(0, -1),
      };

type Placed = Position & Named & Pick<OrgStructure, 'id' | 'itemId' | 'parentId'>;

/**
 * The rows of some branches that get another name or position, with both.
 * @param rows whole branches, in any order
 * @param moved positions that are known already, such as that of the parent of all rows
 * @param renamed the item whose name, code or type has changed
 */
export function replaced(
  rows: readonly Placed[],
  moved: ReadonlyMap<string, Position>,
  renamed?: Named & { id: string },
): (Position & Named & { id: string })[] {
  const positions = new Map(moved);
  const found: (Position & Named & { id: string })[] = [];
  for (const row of rows.toSorted((a, b) => a.level - b.level)) {
    const { name, code, type } = row.itemId === renamed?.id ? renamed : row;
    const parent = row.parentId === null ? null : (positions.get(row.parentId) ?? above(row));
    const position = below(parent, row.id, name);
    positions.set(row.id, position);
    const isSame =
      position.path === row.path &&
      position.pathIds.join() === row.pathIds.join() &&
      code === row.code &&
      type === row.type;
    if (!isSame) found.push({ id: row.id, name, code, type, ...position });
  }
  return found;
}
