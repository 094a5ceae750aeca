import type { Permission } from '@safety/contracts';
import { allOf, anyCondition, type Condition, equal, havingAny, holdsAny } from '@safety/persistence';
import { userLists } from './user-lists.js';

export interface RoleCondition {
  /** Of each wanted org structure the ids from the roots down; none for roles wherever they count. */
  paths: readonly (readonly string[])[] | undefined;
  eventManagerOnly: boolean;
}

/**
 * Users who hold one role that meets all conditions at once: a reader at one site who manages events at
 * another is no event manager of the first. The keys of a user say it of each role: the org structure, or `*`
 * for everywhere; the same behind `m:` for the role of an event manager; and `m` alone.
 */
export function holdsRole({ paths, eventManagerOnly }: RoleCondition): Condition | undefined {
  if (eventManagerOnly) return approves(paths);
  return paths && havingAny(userLists, 'roleKeys', keysAt(paths.flat()));
}

/**
 * Event managers as hazards-events takes them for approvers: those who have accepted their invitation, and
 * read there, by that role or another.
 */
function approves(paths: RoleCondition['paths']): Condition | undefined {
  const keys = (pathIds: readonly string[]) => keysAt(pathIds).map((key) => `m:${key}`);
  const found = havingAny(userLists, 'roleKeys', paths ? keys(paths.flat()) : ['m']);
  const there = paths?.flatMap((path) => allOf(holdsAny('roleKeys', keys(path)), reads(path)) ?? []);
  return allOf(found, equal('accepted', true), there ? anyCondition(...there) : reads());
}

const keysAt = (pathIds: readonly string[]): string[] => ['*', ...new Set(pathIds)];

const READ: Permission = 'hazards.read';

/** Users with a role that reads hazards at the org structure of a path, or at any. */
const reads =
  (path?: readonly string[]): Condition =>
  (column, binds) => {
    const role = `jsonb_array_elements(${column('assignments')}) AS role`;
    const there =
      path &&
      ` AND (role->'orgStructureIds' = '[]' OR role->'orgStructureIds' ?| ${binds.add(path)}::text[])`;
    return `EXISTS (SELECT FROM ${role} WHERE role->'permissions' ? '${READ}'${there ?? ''})`;
  };
