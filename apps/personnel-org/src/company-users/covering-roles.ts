import type { Condition } from '@safety/persistence';

export interface RoleCondition {
  /** Org structures from the roots down to the wanted ones; none for roles wherever they count. */
  pathIds: readonly string[] | undefined;
  eventManagerOnly: boolean;
}

/**
 * Users who hold one role that meets all conditions at once: a reader at one site who manages events at
 * another is no event manager of the first.
 */
export const holdsRole = ({ pathIds, eventManagerOnly }: RoleCondition): Condition | undefined => {
  if (!pathIds && !eventManagerOnly) return undefined;
  return (column, binds) => {
    const conditions = [
      ...(eventManagerOnly ? ["(role -> 'isEventManager')::boolean"] : []),
      ...(pathIds
        ? [
            `(role -> 'orgStructureIds' = '[]' OR jsonb_exists_any(role -> 'orgStructureIds', ${binds.add(pathIds)}::text[]))`,
          ]
        : []),
    ];
    return `EXISTS (SELECT FROM jsonb_array_elements(${column('assignments')}) AS role WHERE ${conditions.join(' AND ')})`;
  };
};
