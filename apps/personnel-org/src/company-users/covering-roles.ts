import { type Condition, havingAny } from '@safety/persistence';
import { userLists } from './user-lists.js';

export interface RoleCondition {
  /** Org structures from the roots down to the wanted ones; none for roles wherever they count. */
  pathIds: readonly string[] | undefined;
  eventManagerOnly: boolean;
}

/**
 * Users who hold one role that meets all conditions at once: a reader at one site who manages events at
 * another is no event manager of the first. The keys of a user say it of each role: the org structure, or `*`
 * for everywhere; the same behind `m:` for the role of an event manager; and `m` alone.
 */
export function holdsRole({ pathIds, eventManagerOnly }: RoleCondition): Condition | undefined {
  const kind = eventManagerOnly ? 'm:' : '';
  if (pathIds)
    return havingAny(
      userLists,
      'roleKeys',
      ['*', ...pathIds].map((place) => `${kind}${place}`),
    );
  return eventManagerOnly ? havingAny(userLists, 'roleKeys', ['m']) : undefined;
}
