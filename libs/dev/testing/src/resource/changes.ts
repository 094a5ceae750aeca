import { describe, expect, it } from '@jest/globals';
import type { Answer, CallerOptions, RequestOptions, TestCaller } from '../api.js';
import { ifMatch, outcome } from './resource-under-test.js';
import { describeUnreadable } from './unreadable.js';

/** A write of a row, or of what lies below its path: `PUT`, `DELETE`, `PUT /restore`. */
type Verb = 'PUT' | 'PATCH' | 'DELETE' | `${'PUT' | 'POST'} /${string}`;

export interface ChangeCases {
  verbs: readonly Verb[];
  /** A row that the verb may change now, as a new caller with these options, and the body to send. */
  row(verb: Verb, options: CallerOptions): Promise<{ caller: TestCaller; at: string; body?: object }>;
  /** `DELETE` of the row archives it: then a write with a body is 409. */
  archives?: boolean;
}

/** The conventions of writes, for rows that are no resource of their own, and for single writes of one. */
export function describeChanges(path: string, { verbs, row, archives = false }: ChangeCases): void {
  describe.each(verbs)(`%s of ${path}`, (verb) => {
    const prepared = async (options: CallerOptions = {}) => {
      const { caller, at, body } = await row(verb, options);
      const send = (given: unknown = body, more: RequestOptions = {}) => sent(caller, verb, at, given, more);
      return { caller, at, body, send };
    };

    it('412 version-mismatch: an If-Match of another version', async () => {
      const { send, body } = await prepared();
      expect(outcome(await send(body, ifMatch('"777"')))).toEqual({ status: 412, code: 'version-mismatch' });
    });

    it('428 precondition-required: without it, in a company that demands it', async () => {
      const { send } = await prepared({ requireIfMatch: true });
      expect(outcome(await send())).toEqual({ status: 428, code: 'precondition-required' });
    });

    if (verb === 'DELETE' || verb.endsWith('/restore')) return;

    describeUnreadable('such a body', async (change, options) => {
      const { send, body } = await prepared();
      return send('body' in change ? change.body : { ...body, ...change.added }, options);
    });

    if (!archives) return;
    it('409 archived: a row that is archived', async () => {
      const { caller, at, send } = await prepared();
      expect((await caller.delete(at)).status).toBe(204);
      expect(outcome(await send())).toEqual({ status: 409, code: 'archived' });
    });
  });
}

function sent(
  caller: TestCaller,
  verb: Verb,
  at: string,
  body: unknown,
  options: RequestOptions,
): Promise<Answer> {
  const [method = '', below = ''] = verb.split(' ');
  if (method === 'DELETE') return caller.delete(at, options);
  const send = { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[method];
  if (!send) throw new Error(`${method} changes nothing`);
  return send(`${at}${below}`, below === '/restore' ? undefined : body, options);
}
