import { describe, expect, it } from '@jest/globals';
import type { Answer, CallerOptions, RequestOptions, TestCaller } from '../api.js';
import { ifMatch, outcome } from './resource-under-test.js';

/** A write of a row or below it: `PUT`, `DELETE`, `PUT /restore`. */
export type WriteVerb = 'PUT' | 'PATCH' | 'DELETE' | `${'PUT' | 'POST'} /${string}`;

/** A row, as a caller writes it, and the body to send; none for `DELETE` and `PUT /restore`. */
export interface PreparedWrite {
  caller: TestCaller;
  at: string;
  body?: object | undefined;
}

/** Sends a write with a body, or without one. */
export type SendWrite = (body: unknown, options?: RequestOptions) => Promise<Answer>;

const OTHER_VERSION = ifMatch('"777"');

/** Bodies that are wrong in two ways: nobody can read the one (400), and no schema takes the other (422). */
const wrongBodies = (right: object | undefined): unknown[] =>
  right ? ['{"', { ...right, thereIsNoSuchMember: 1 }] : [];

/** The precondition comes before the body: 412 and 428, in a company that demands `If-Match`. */
export async function expectPreconditionBeforeBody(send: SendWrite, right: object): Promise<void> {
  for (const body of wrongBodies(right)) {
    expect(outcome(await send(body, OTHER_VERSION))).toEqual({ status: 412, code: 'version-mismatch' });
    expect(outcome(await send(body))).toEqual({ status: 428, code: 'precondition-required' });
  }
}

/**
 * The state of the row comes before the precondition and the body, in a company that demands `If-Match`: 409
 * with any version, without one, with another one, and with a body that is wrong too.
 */
export async function expectStateFirst(
  send: SendWrite,
  right: object | undefined,
  code: unknown = expect.any(String),
): Promise<void> {
  const first = outcome(await send(right, ifMatch('*')));
  expect(first).toEqual({ status: 409, code });
  expect(outcome(await send(right))).toEqual(first);
  expect(outcome(await send(right, OTHER_VERSION))).toEqual(first);
  // Half a body names no step that the state could refuse.
  const [, unknown] = wrongBodies(right);
  if (unknown) expect(outcome(await send(unknown, OTHER_VERSION))).toEqual(first);
}

/** A write that the state of its row refuses, and the state in words. */
export type StateRefusal = [
  verb: WriteVerb,
  state: string,
  prepare: (options: CallerOptions) => Promise<PreparedWrite>,
];

/**
 * Writes that the state of their row refuses, by a new caller with the given options: 409, whatever version
 * and body they have. `describeResource` and `describeChanges` do so for rows that are archived.
 */
export function describeStateRefusals(path: string, refusals: readonly StateRefusal[]): void {
  describe(`409 before 412, 428 and 422 at ${path}`, () => {
    it.each(refusals)('%s of one that %s', async (verb, _, prepare) => {
      const { caller, at, body } = await prepare({ requireIfMatch: true });
      await expectStateFirst((given, options) => sentTo(caller, verb, at, given, options), body);
    });
  });
}

export function sentTo(
  caller: TestCaller,
  verb: WriteVerb,
  at: string,
  body: unknown,
  options?: RequestOptions,
): Promise<Answer> {
  const [method = '', below = ''] = verb.split(' ');
  if (method === 'DELETE') return caller.delete(at, options);
  const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[method];
  if (!send) throw new Error(`${method} changes nothing`);
  return send(`${at}${below}`, below === '/restore' ? undefined : body, options);
}
