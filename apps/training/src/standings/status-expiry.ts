import type { ListTraining, StandingStatus } from '@safety/contracts';
import type { Condition } from '@safety/persistence';

/** Whether standings of a status expire, on a day of their own; undefined where any may, or may not. */
const expires: Partial<Record<StandingStatus, 'never' | 'earlier' | 'later'>> = {
  overdue: 'never',
  required: 'never',
  inProgress: 'never',
  notRequired: 'never',
  expired: 'earlier',
  expiringSoon: 'later',
};

/**
 * Where standings of the statuses that a list asks for are in its order of `expiresOn`. It says nothing new,
 * and the index finds the place: those that are overdue come behind all that expire.
 */
export function expiryOfStatuses({ status, sort }: ListTraining, today: string): Condition | undefined {
  if (sort?.[0]?.key !== 'expiresOn') return undefined;
  const [when, ...others] = new Set(status?.map((one) => expires[one]));
  if (when === undefined || others.length > 0) return undefined;
  return (column, binds) => {
    const day = column('expiresOn');
    if (when === 'never') return `${day} IS NULL`;
    return `${day} ${when === 'earlier' ? '<' : '>='} ${binds.add(today)}::date`;
  };
}
