import { expect } from '@jest/globals';
import type { Answer } from '@safety/testing';

/**
 * The expectation of a table of steps, written out: one letter for each role. `+` succeeds, `-` is 403, `s`
 * is 403 for own submissions, `d` is 403 though the status allows it to a submitter, `x` is 409, `?` is 404.
 */
export type Cells = string;

/** A step, the status it leads to, and its cells. */
export type StepRow = readonly [step: string, to: string, cells: Cells];

const codes: Record<string, readonly [status: number, codes: readonly string[]]> = {
  '-': [403, ['permission-denied', 'not-an-approver']],
  d: [403, ['permission-denied']],
  s: [403, ['self-approval-not-allowed']],
  x: [409, ['invalid-state']],
  '?': [404, ['not-found']],
};

interface Cell {
  rows: readonly StepRow[];
  row: StepRow;
  /** The position of the role. */
  role: number;
  currentStatus: string;
}

/** Checks an answer against its cell, and the steps that a refusal names against the others of the state. */
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
  // 409 names the steps of the status, 403 those that are left to the caller.
  const left = rows.filter(([name, , others]) =>
    status === 409 ? /[^x?]/.test(others) : name !== step && '+d'.includes(others[role] ?? '-'),
  );
  expect(answer.body.currentStatus).toBe(currentStatus);
  expect(answer.body.allowedTransitions.toSorted()).toEqual(left.map(([name]) => name).toSorted());
}
