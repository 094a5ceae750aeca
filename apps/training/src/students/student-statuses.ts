import { type FieldError, type StudentStatus, studentResults } from '@safety/contracts';

const results: readonly StudentStatus[] = studentResults;

const recorded = ['attended', 'passed', 'failed'] as const;
export type RecordedResult = (typeof recorded)[number];

export const isResult = (status: StudentStatus): boolean => results.includes(status);

/** Whether a result becomes a record that may count, so that a pass mark has a part in it. */
export const becomesRecord = (status: StudentStatus): status is RecordedResult =>
  recorded.some((result) => result === status);

/** The statuses that a student can be given. A result is taken back first: the waiting list would lose it. */
export function nextStatuses(status: StudentStatus): readonly StudentStatus[] {
  if (status === 'waitlisted') return ['waitlisted', 'enrolled', 'cancelled'];
  if (isResult(status)) return ['enrolled', ...results, 'cancelled'];
  return ['enrolled', 'waitlisted', ...results, 'cancelled'];
}

/** The status after a score: where the course has a pass mark, the score decides. */
export function gradedStatus(
  status: StudentStatus,
  score: number | null,
  passMark: number | null,
): StudentStatus {
  if (passMark === null || score === null) return status;
  if (status !== 'enrolled' && !becomesRecord(status)) return status;
  return score >= passMark ? 'passed' : 'failed';
}

/** The status of somebody who gets another score with a cancellation: a result without a score is none. */
export function regraded(
  { status, score: before }: { status: StudentStatus; score: number | null },
  score: number | null,
  passMark: number | null,
): StudentStatus {
  if (passMark === null || score === before || !becomesRecord(status)) return status;
  return score === null ? 'enrolled' : gradedStatus(status, score, passMark);
}

/** The errors of a result without the score that its course needs. */
export const scoreFaults = (
  status: StudentStatus,
  score: number | null,
  passMark: number | null,
): FieldError[] =>
  passMark !== null && score === null && becomesRecord(status)
    ? [
        {
          pointer: '/score',
          code: 'required',
          detail: 'The score decides, since the course has a pass mark.',
        },
      ]
    : [];
