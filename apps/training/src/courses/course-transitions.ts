import type { CourseTransition, courseStatuses } from '@safety/contracts';
import { ProblemError } from '@safety/platform';

type Status = (typeof courseStatuses)[number];

const transitions: Record<CourseTransition['transition'], { from: Status; to: Status }> = {
  publish: { from: 'draft', to: 'active' },
  retire: { from: 'active', to: 'retired' },
  reactivate: { from: 'retired', to: 'active' },
};

/** The status after a transition. Throws 409 `invalid-state` with the transitions that are allowed. */
export function statusAfter(status: Status, { transition }: CourseTransition): Status {
  const { from, to } = transitions[transition];
  if (from === status) return to;
  const allowed = Object.entries(transitions).filter(([, step]) => step.from === status);
  throw new ProblemError('invalid-state', {
    detail: `A course that is ${status} cannot ${transition}.`,
    extensions: { currentStatus: status, allowedTransitions: allowed.map(([name]) => name) },
  });
}
