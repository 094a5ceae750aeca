import { describe, expect, it } from '@jest/globals';
import type { Answer, RequestOptions, TestCaller } from '../api.js';
import { expectPreconditionBeforeBody, expectStateFirst, type SendWrite } from './order.js';
import { ifMatch, ifNoneMatch, outcome, type ResourceUnderTest, type Row } from './resource-under-test.js';

type Verb = Exclude<Parameters<ResourceUnderTest['has']>[0], 'audit'>;
type Write = (caller: TestCaller, row: Row, options?: RequestOptions) => Promise<Answer>;

export function describeConcurrency(resource: () => ResourceUnderTest, has: ResourceUnderTest['has']): void {
  const at = ({ id }: Row): string => `${resource().path}/${id}`;
  const writes: Record<Verb, [name: string, Write]> = {
    replace: ['PUT', (caller, row, options) => caller.put(at(row), resource().edited(row), options)],
    patch: ['PATCH', (caller, row, options) => caller.patch(at(row), resource().renamed(), options)],
    archive: ['DELETE', (caller, row, options) => caller.delete(at(row), options)],
    restore: ['PUT restore', (caller, row, options) => caller.put(`${at(row)}/restore`, undefined, options)],
  };
  const verbs = (Object.keys(writes) as Verb[]).filter(has);

  /** A row that the verb changes, as the caller sees it. */
  const writable = async (verb: Verb, caller: TestCaller): Promise<Row> => {
    const row = await resource().added(caller);
    if (verb !== 'restore') return row;
    await caller.delete(at(row), ifMatch('"1"'));
    return (await caller.get(at(row))).body;
  };

  for (const verb of verbs) {
    const [name, write] = writes[verb];
    describe(`If-Match and If-None-Match of ${name}`, () => {
      it.each(['"7"', 'W/"1"', 'W/"2"', '"abc"', '"01"'])(
        '412 version-mismatch, and nothing changed: %s',
        async (tag) => {
          const caller = await resource().admin();
          const row = await writable(verb, caller);
          const answer = await write(caller, row, ifMatch(tag));
          expect(answer).toMatchObject({
            status: 412,
            body: { code: 'version-mismatch', currentVersion: row.version },
          });
          expect((await caller.get(at(row))).body).toEqual(row);
        },
      );

      it.each(['the ETag', '"9" or the ETag', '*'])('2xx: %s', async (tag) => {
        const caller = await resource().admin();
        const row = await writable(verb, caller);
        const etag = (await caller.get(at(row))).headers.get('etag') ?? '';
        const tags = tag.replace('the ETag', etag).replace(' or', ',');
        expect((await write(caller, row, ifMatch(tags))).status).toBe(verb === 'archive' ? 204 : 200);
      });

      it('400 invalid-parameter: no entity tag', async () => {
        const caller = await resource().admin();
        const row = await writable(verb, caller);
        expect(outcome(await write(caller, row, ifMatch('1')))).toEqual({
          status: 400,
          code: 'invalid-parameter',
        });
      });

      it.each(['*', 'the ETag', 'W/the ETag', '"9", the ETag'])(
        '412 version-mismatch, and nothing changed: If-None-Match of %s',
        async (tags) => {
          const caller = await resource().admin();
          const row = await writable(verb, caller);
          const etag = (await caller.get(at(row))).headers.get('etag') ?? '';
          const answer = await write(caller, row, ifNoneMatch(tags.replace('the ETag', etag)));
          expect(answer).toMatchObject({
            status: 412,
            body: { code: 'version-mismatch', currentVersion: row.version },
          });
          expect((await caller.get(at(row))).body).toEqual(row);
        },
      );

      it('2xx: If-None-Match of another version', async () => {
        const caller = await resource().admin();
        const answer = await write(caller, await writable(verb, caller), ifNoneMatch('"9"'));
        expect(answer.status).toBe(verb === 'archive' ? 204 : 200);
      });

      it('428 precondition-required: without it, in a company that demands it', async () => {
        const strict = await resource().admin({ requireIfMatch: true });
        const row = await writable(verb, strict);
        const answer = await write(strict, row);
        expect(outcome(answer)).toEqual({ status: 428, code: 'precondition-required' });
        expect((await strict.get(at(row))).body).toEqual(row);
      });
    });
  }

  const changes = (['replace', 'patch'] as const).filter(has);
  const ordered = (caller: TestCaller, verb: (typeof changes)[number], row: Row) => {
    const right = verb === 'replace' ? resource().edited(row) : resource().renamed();
    const write = verb === 'replace' ? caller.put : caller.patch;
    const send: SendWrite = (body, options) => write(at(row), body, options);
    return { right, send };
  };

  for (const verb of changes) {
    it(`412 and 428 before 400 and 422: ${verb}`, async () => {
      const strict = await resource().admin({ requireIfMatch: true });
      const { right, send } = ordered(strict, verb, await resource().added(strict));
      await expectPreconditionBeforeBody(send, right);
    });

    if (!has('archive')) continue;
    it(`409 archived before 412, 428 and 422: ${verb}`, async () => {
      const strict = await resource().admin({ requireIfMatch: true });
      const row = await resource().added(strict);
      expect((await strict.delete(at(row), ifMatch('*'))).status).toBe(204);
      const { right, send } = ordered(strict, verb, row);
      await expectStateFirst(send, right, 'archived');
    });
  }

  if (!has('replace')) return;
  it('one of 10 edits of the same version wins', async () => {
    const { admin, added, edited } = resource();
    const caller = await admin();
    const row = await added(caller);
    const edit = () => caller.put(at(row), edited(row), ifMatch('"1"'));
    const answers = await Promise.all(Array.from({ length: 10 }, edit));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });
}
