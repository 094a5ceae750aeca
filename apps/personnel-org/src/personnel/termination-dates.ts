/** The work history of a person today, as far as it tells when they left. */
export interface Leaving {
  /** Since when the record in force says terminated; null when it says otherwise, or there is none. */
  leftOn: string | null;
  /** Whether a record that has begun after a date of termination says that the person works again. */
  hasReturned: boolean;
}

interface DatedStatus {
  effectiveDate: string;
  employmentStatus: string;
}

/** Since when the record in force today says terminated. The records are in the order of dates. */
export const leftOn = (records: readonly DatedStatus[], today: string): string | null => {
  const inForce = records.findLast(({ effectiveDate }) => effectiveDate <= today);
  return inForce?.employmentStatus === 'terminated' ? inForce.effectiveDate : null;
};

/**
 * The date of termination after the work history has changed. One that was typed in stays. One that came from
 * a record follows that record; one from before a return goes.
 * @param leftBefore since when the record in force said terminated before the change
 */
export function terminationDateAfter(
  current: string | null,
  leftBefore: string | null,
  { leftOn, hasReturned }: Leaving,
): string | null {
  const isFromRecord = current !== null && current === leftBefore;
  return current === null || isFromRecord || hasReturned ? leftOn : current;
}
