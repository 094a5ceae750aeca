import type { RecordedChange } from '@safety/contracts';
import { makesEventManager } from './held-role.js';

/** A role of a user as the change record of the user has it; see `recordedRolesSql`. */
interface RecordedRole {
  id: string;
  roleId: string;
  roleName: string;
  evm: boolean;
}

/** All roles of a user; null for none. */
export type RecordedRoles = readonly RecordedRole[] | null;

/** A role that has changed, with what its change record says. */
export interface ChangedRole {
  id: string;
  members: RecordedChange['members'];
}

/** Members of a role that its holders have a part in: by their record, by their messages, or by both. */
const OF_HOLDERS = ['name', 'permissions'];

/** Whether a change of a role is one of its holders, too. */
export const concernsHolders = ({ members }: ChangedRole): boolean =>
  members.some(({ member }) => OF_HOLDERS.includes(member));

/** Of the present roles of a holder: how its change left them, and how they were right before. */
export function recordedSides(
  changed: ChangedRole,
): (held: RecordedRoles | undefined) => Record<'before' | 'after', RecordedRoles | undefined> {
  const [before, after] = [shown(changed, 'from'), shown(changed, 'to')];
  const as = (part: Partial<RecordedRole>) => (role: RecordedRole) =>
    role.roleId === changed.id ? { ...role, ...part } : role;
  return (held) => ({ before: held?.map(as(before)), after: held?.map(as(after)) });
}

/** The members of the record of a holder that changed with the role. The others are as at present. */
function shown({ members }: ChangedRole, side: 'from' | 'to'): Partial<RecordedRole> {
  const changed = (name: string) => members.find(({ member }) => member === name)?.[side];
  const [name, permissions] = [changed('name'), changed('permissions')];
  return {
    ...(name !== undefined && { roleName: name as string }),
    ...(permissions !== undefined && {
      evm: makesEventManager({ builtIn: null, permissions: permissions as string[] | null }),
    }),
  };
}

/**
 * Roles as they were, by the names that they have now. Somebody else may have renamed a role between two
 * looks at a user, which is no part of what happened to the user between them.
 */
export function asNamedNow(before: RecordedRoles, now: RecordedRoles): RecordedRoles {
  const named = new Map(now?.map((role) => [role.roleId, role]));
  return (
    before?.map((role) => {
      const { roleName, evm } = named.get(role.roleId) ?? role;
      return { ...role, roleName, evm };
    }) ?? null
  );
}
