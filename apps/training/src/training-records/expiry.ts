import type { FieldError, SaveTrainingRecord } from '@safety/contracts';
import type { Course } from '../courses/course.entity.js';
import type { TrainingRecord } from './training-record.entity.js';

type Completed = Pick<TrainingRecord, 'completedOn' | 'result'>;
type Wanted = Pick<SaveTrainingRecord, 'expiresOn' | 'expirySource'>;
export type Expiry = Pick<TrainingRecord, 'expiresOn' | 'expirySource'>;

/** The same day so many months later, or the last day of that month where it has no such day. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The last day on which a completion counts by the validity of its course; a failed one never counts. */
const usualExpiry = (
  { completedOn, result }: Completed,
  { validityMonths }: Pick<Course, 'validityMonths'>,
): string | null =>
  result === 'failed' || validityMonths === null ? null : monthsLater(completedOn, validityMonths);

/** The faults of a wanted expiry. */
export function expiryFaults(completed: Completed, course: Course, wanted: Wanted): FieldError[] {
  const { expiresOn, expirySource } = wanted;
  const fault = (code: FieldError['code'], detail: string): FieldError[] => [
    { pointer: '/expiresOn', code, detail },
  ];
  if (expiresOn === null) {
    return expirySource === 'certificate' ? fault('required', 'The certificate says until when.') : [];
  }
  if (completed.result === 'failed') return fault('not-allowed', 'A failed record counts on no day.');
  if (expiresOn < completed.completedOn) return fault('before-start', 'Must not be before completedOn.');
  const usual = usualExpiry(completed, course);
  if (expirySource === 'certificate' || usual === null || expiresOn <= usual) return [];
  return fault('out-of-range', `Must not be after ${usual}, unless expirySource is certificate.`);
}

/** The expiry that a record gets. */
export function expiryOf(completed: Completed, course: Course, { expiresOn, expirySource }: Wanted): Expiry {
  const usual = usualExpiry(completed, course);
  if (expiresOn === null) return { expiresOn: usual, expirySource: 'course' };
  if (expirySource === 'certificate') return { expiresOn, expirySource };
  return { expiresOn, expirySource: expiresOn === usual ? 'course' : 'manual' };
}
