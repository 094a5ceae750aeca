/** The work history of a person today, as far as it tells when they left. */
export interface Leaving {
  /** Since when the records say terminated without a break; null when the one in force says otherwise. */
  leftOn: string | null;
  /** Whether a record that has begun after a date of termination says that the person works again. */
  hasReturned: boolean;
}

interface DatedStatus {
  effectiveDate: string;
  employmentStatus: string;
}

/**
 * Since when the records say terminated today, without a break. The records are in the order of dates.
 */
export const leftOn = (records: readonly DatedStatus[], today: string): string | null => {
  const begun = records.filter(({ effectiveDate }) => effectiveDate <= today);
  const worked = begun.findLastIndex(({ employmentStatus }) => employmentStatus !== 'terminated');
  return begun[worked + 1]?.effectiveDate ?? null;
};

/**
 * The date of termination after the work history has changed. One that was typed in stays. One that came from
 * a record follows that record; one from before a return goes.
 * @param leftBefore since when the records said terminated before the change
 */
export function terminationDateAfter(
  current: string | null,
  leftBefore: string | null,
  { leftOn, hasReturned }: Leaving,
): string | null {
  const isFromRecord = current !== null && current === leftBefore;
  return current === null || isFromRecord || hasReturned ? leftOn : current;
}
