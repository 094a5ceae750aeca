import { dateSchema, type FieldError } from '@safety/contracts';
import { type Change, invalidField, ProblemError } from '@safety/platform';
import { MAX_YEARS_AHEAD, yearsLater } from '../work-history/calendar.js';

/** The errors of a date from which a record is to count. */
export function effectiveDateFaults(date: string, hireDate: string, today: string): FieldError[] {
  const pointer = '/effectiveDate';
  if (date < hireDate)
    return [{ pointer, code: 'before-start', detail: `The person was hired on ${hireDate}.` }];
  if (date <= yearsLater(today, MAX_YEARS_AHEAD)) return [];
  return [{ pointer, code: 'out-of-range', detail: `At most ${MAX_YEARS_AHEAD} years from today.` }];
}

/**
 * The date of the record that a request changes: that of the query, or else that of the body. Undefined when
 * neither names one.
 */
export function dateOfRecord(date: string | undefined, change: Change<object>): string | undefined {
  return date ?? dateSchema.safeParse(change.given('effectiveDate')).data;
}

/** Throws 400 for a change that names no record, 422 when its body does so by what is no date. */
export function refuseUndated(change: Change<object>): never {
  // All other faults of the body come first.
  change.of({});
  if (change.given('effectiveDate') !== undefined)
    throw invalidField('/effectiveDate', 'invalid-format', 'Must be a date, YYYY-MM-DD.');
  const detail = 'Name the record: by date here, or by effectiveDate in the body.';
  throw new ProblemError('invalid-parameter', {
    detail,
    errors: [{ parameter: 'date', code: 'required', detail }],
  });
}
