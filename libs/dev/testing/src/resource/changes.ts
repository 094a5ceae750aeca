import { describe, expect, it } from '@jest/globals';
import type { CallerOptions } from '../api.js';
import {
  expectPreconditionBeforeBody,
  expectStateFirst,
  type PreparedWrite,
  type SendWrite,
  sentTo,
  type WriteVerb,
} from './order.js';
import { ifMatch, outcome } from './resource-under-test.js';
import { describeUnreadable } from './unreadable.js';

export interface ChangeCases {
  verbs: readonly WriteVerb[];
  /** A row that the verb may change now, as a new caller with these options, and the body to send. */
  row(verb: WriteVerb, options: CallerOptions): Promise<PreparedWrite>;
  /** `DELETE` of the row archives it: then a write with a body is 409. */
  archives?: boolean;
}

/** The conventions of writes, for rows that are no resource of their own, and for single writes of one. */
export function describeChanges(path: string, { verbs, row, archives = false }: ChangeCases): void {
  describe.each(verbs)(`%s of ${path}`, (verb) => {
    const prepared = async (options: CallerOptions = {}) => {
      const { caller, at, body } = await row(verb, options);
      const send: SendWrite = (given, more) => sentTo(caller, verb, at, given, more);
      return { caller, at, body, send };
    };
    const hasBody = verb !== 'DELETE' && !verb.endsWith('/restore');

    it('412 version-mismatch: an If-Match of another version', async () => {
      const { send, body } = await prepared();
      expect(outcome(await send(body, ifMatch('"777"')))).toEqual({ status: 412, code: 'version-mismatch' });
    });

    it('428 precondition-required: without it, in a company that demands it; both before the body', async () => {
      const { send, body } = await prepared({ requireIfMatch: true });
      expect(outcome(await send(body))).toEqual({ status: 428, code: 'precondition-required' });
      if (hasBody) await expectPreconditionBeforeBody(send, body ?? {});
    });

    if (!hasBody) return;

    describeUnreadable('such a body', async (change, options) => {
      const { send, body } = await prepared();
      return send('body' in change ? change.body : { ...body, ...change.added }, options);
    });

    if (!archives) return;
    it('409 archived, before 412, 428 and 422: a row that is archived', async () => {
      const { caller, at, body, send } = await prepared({ requireIfMatch: true });
      expect((await caller.delete(at, ifMatch('*'))).status).toBe(204);
      await expectStateFirst(send, body, 'archived');
    });
  });
}
