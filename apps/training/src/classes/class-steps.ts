import { type ClassTransitionName, classTransitions, isOpenClass } from '@safety/contracts';
import { type CallerSteps, dateIn, stepsFrom } from '@safety/platform';
import type { TrainingClass } from './class.entity.js';

export const hasBegun = (
  { status, startAt }: Pick<TrainingClass, 'status' | 'startAt'>,
  now: Date,
): boolean => status !== 'scheduled' || startAt <= now;

export const isOver = ({ status }: Pick<TrainingClass, 'status'>): boolean => !isOpenClass(status);

/** The last day of a class where it is: one that ends at midnight ends on the day before. */
export const lastDayOf = ({ endAt, timeZone }: Pick<TrainingClass, 'endAt' | 'timeZone'>): string =>
  dateIn(timeZone, new Date(endAt.getTime() - 1));

/** The steps of a class at an instant: one that would have begun by then stays cancelled. */
export const stepsOfClass = (
  { status, startAt }: Pick<TrainingClass, 'status' | 'startAt'>,
  now: Date,
): CallerSteps<ClassTransitionName> =>
  stepsFrom('class', classTransitions, status, (step) =>
    step === 'reinstate' && startAt <= now
      ? { code: 'invalid-state', detail: 'The class would have begun already: add another.' }
      : undefined,
  );
