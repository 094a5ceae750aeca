import type { Reach } from '@safety/contracts';
import type { Condition } from '@safety/persistence';

/** Whether a place, given by its `pathIds`, lies at or below a place that the permission was given for. */
export const covers = (reach: Reach, pathIds: readonly string[]): boolean =>
  reach === 'everywhere' || pathIds.some((id) => reach.includes(id));

/** The rows whose place is covered; `property` holds the ids from the root down to it. */
export const coveredBy = (reach: Reach, property: string): Condition | undefined =>
  reach === 'everywhere'
    ? undefined
    : (column, binds) => `${column(property)} && ${binds.add(reach)}::uuid[]`;
