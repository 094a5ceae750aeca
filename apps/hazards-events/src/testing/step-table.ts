import { expect } from '@jest/globals';
import type { Answer } from '@safety/testing';

/**
 * The expectation of a table of steps, written out: one letter for each role. `+` succeeds, `-` is 403, `s`
 * is 403 for what is one's own, `x` is 409, `u` and `o` are 409 for what is in use or has open actions, `?`
 * is 404, `a` is 409 for what is archived.
 */
type Cells = string;

/** A step, the status it leads to, and its cells. */
export type StepRow = readonly [step: string, to: string, cells: Cells];

/** The rows of all steps of a state, in this order: those that it does not list are 409. */
export const rowsOf =
  (steps: readonly string[]) =>
  (...listed: StepRow[]): StepRow[] =>
    steps.map((name) => listed.find(([step]) => step === name) ?? [name, '', 'xxxxx']);

const codes: Record<string, readonly [status: number, codes: readonly string[]]> = {
  '-': [403, ['permission-denied', 'not-an-approver']],
  s: [403, ['self-approval-not-allowed']],
  x: [409, ['invalid-state']],
  a: [409, ['archived']],
  u: [409, ['in-use']],
  o: [409, ['open-actions']],
  '?': [404, ['not-found']],
};

interface Cell {
  rows: readonly StepRow[];
  row: StepRow;
  /** The position of the role. */
  role: number;
  currentStatus: string;
}

/** The row of a step once its record is archived: what was not 403 or 404 is 409 for that alone. */
export const onceArchived = ([step, to, cells]: StepRow): StepRow => [
  step,
  to,
  cells.replaceAll(/[^-s?]/g, 'a'),
];

/** Checks an answer against its cell: every refusal names exactly the steps that succeed for the role. */
export function expectCell(
  answer: Answer,
  { rows, row: [step, to, cells], role, currentStatus }: Cell,
): void {
  const cell = cells[role] ?? '';
  if (cell === '+') {
    expect({ code: answer.body.code, status: answer.status }).toEqual({ code: undefined, status: 200 });
    expect(answer.body.status).toBe(to);
    return;
  }
  const [status, expected] = codes[cell] ?? [0, []];
  expect({ step, status: answer.status }).toEqual({ step, status });
  expect(expected).toContain(answer.body.code);
  if (status === 404) return;
  const left = rows.filter(([, , others]) => others[role] === '+').map(([name]) => name);
  expect(answer.body.currentStatus).toBe(currentStatus);
  expect(answer.body.allowedTransitions.toSorted()).toEqual(left.toSorted());
}

/**
 * The id of the row that a case is tried on: a new one where the step succeeds. A row that refuses a step
 * stays as it was, and serves all refused cases of its state.
 */
export function triedOn<State>(
  make: (state: State) => Promise<string>,
): (state: State, cell: string) => Promise<string> {
  const refusing = new Map<State, Promise<string>>();
  return (state, cell) => {
    if (cell === '+') return make(state);
    const id = refusing.get(state) ?? make(state);
    refusing.set(state, id);
    return id;
  };
}
