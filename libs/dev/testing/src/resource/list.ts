import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestCaller } from '../api.js';
import { outcome, type ResourceOptions, type ResourceUnderTest, type Row } from './resource-under-test.js';

export function describeList(
  resource: () => ResourceUnderTest,
  { path: pathOfRows, list: path = pathOfRows, sorts, filter, text, lacks = [] }: ResourceOptions,
  has: ResourceUnderTest['has'],
): void {
  describe(`GET ${path}`, () => {
    let reader: TestCaller;
    let added: string[];

    beforeAll(async () => {
      reader = await resource().admin();
      added = [];
      for (let index = 0; index < 5; index++) {
        const changes = {
          [text.member]: text.values[index % 2],
          ...(index === 4 && { externalId: 'the-fifth' }),
        };
        added.push((await resource().added(reader, changes)).id);
      }
    });

    const rows = async (query: string): Promise<Row[]> => (await reader.get(`${path}${query}`)).body.data;
    const ids = async (query: string): Promise<string[]> => (await rows(query)).map(({ id }) => id);

    it('200: the envelope', async () => {
      const { status, body } = await reader.get(path);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(5);
      expect(body.page).toMatchObject({ limit: 50, hasMore: false, nextCursor: null, totalCount: null });
      expect(Date.parse(body.page.asOf)).toBeLessThanOrEqual(Date.now());
    });

    it.each([...new Set([...sorts, 'modifiedAt'])].flatMap((key) => [key, `-${key}`]))(
      '200: pages of two follow each other by %s, in its order',
      async (sort) => {
        const all = await ids(`?sort=${sort}`);
        const walked: string[] = [];
        for (let cursor = ''; ; ) {
          const { body } = await reader.get(`${path}?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
          walked.push(...body.data.map((row: Row) => row.id));
          if (!body.page.hasMore) break;
          cursor = body.page.nextCursor;
        }
        expect(walked).toEqual(all);
        expect(new Set(walked)).toEqual(new Set(added));
      },
    );

    it('200: the order of a sort and its reverse are each other turned round', async () => {
      for (const key of sorts)
        expect(await ids(`?sort=-${key}`)).toEqual((await ids(`?sort=${key}`)).reverse());
    });

    it('200: ids, externalId, totals, fields', async () => {
      expect(await ids(`?ids=${added[0]},${randomUUID()}`)).toEqual([added[0]]);
      expect(await ids('?externalId=the-fifth')).toEqual([added[4]]);
      expect((await reader.get(`${path}?includeTotal=true&limit=1`)).body.page.totalCount).toBe(5);
      const [row] = await rows(`?fields=${text.member}&limit=1`);
      expect(Object.keys(row ?? {}).sort()).toEqual(['id', 'version', text.member].sort());
      if (filter) expect(await rows(`?${filter.name}=${filter.none}`)).toEqual([]);
    });

    if (has('archive')) {
      it('200: modifiedSince shows archived rows too, in the order of their change', async () => {
        const watcher = await resource().admin();
        const since = new Date().toISOString();
        const first = await resource().added(watcher);
        const second = await resource().added(watcher);
        await watcher.delete(`${pathOfRows}/${first.id}`);
        const changed = (await watcher.get(`${path}?modifiedSince=${since}`)).body.data;
        expect(changed.map(({ id, archived }: Row) => [id, archived])).toEqual([
          [second.id, false],
          [first.id, true],
        ]);
        expect((await watcher.get(path)).body.data).toHaveLength(1);
        if (lacks.includes('includeArchived')) return;
        expect((await watcher.get(`${path}?includeArchived=only`)).body.data).toHaveLength(1);
        expect((await watcher.get(`${path}?includeArchived=true`)).body.data).toHaveLength(2);
        const query = `?modifiedSince=${since}&includeArchived=only&includeTotal=true`;
        const { data, page } = (await watcher.get(`${path}${query}`)).body;
        expect([data.map(({ id }: Row) => id), page.totalCount]).toEqual([[first.id], 1]);
      });
    }

    it.each([
      ['unknown-parameter', '?colour=red'],
      ['unknown-parameter', '?__proto__=1'],
      ['invalid-parameter', '?limit=0'],
      ['invalid-parameter', '?limit=201'],
      ['invalid-parameter', '?limit=ten'],
      ['invalid-parameter', '?limit=1&limit=2'],
      ['invalid-parameter', '?sort=colour'],
      ['invalid-parameter', '?sort=modifiedAt,modifiedAt'],
      ['invalid-parameter', '?modifiedSince=yesterday'],
      ['invalid-parameter', '?modifiedSince=2026-01-01T00:00:00Z&sort=-modifiedAt'],
      [
        lacks.includes('includeArchived') ? 'unknown-parameter' : 'invalid-parameter',
        '?includeArchived=maybe',
      ],
      ['invalid-parameter', '?q=a'],
      ['invalid-parameter', '?q=a%00b'],
      ['invalid-parameter', '?fields=secrets'],
      ['invalid-parameter', '?ids=nothing'],
      ['invalid-cursor', '?cursor=abc'],
      ['invalid-cursor', '?cursor=abc.def'],
    ])('400 %s: %s', async (code, query) => {
      expect(outcome(await reader.get(`${path}${query}`))).toEqual({ status: 400, code });
    });

    it('400 too-many-ids: names the parameter and its limit', async () => {
      const ids = Array.from({ length: 101 }, () => randomUUID());
      const refused = await reader.get(`${path}?ids=${ids.join(',')}`);
      expect(outcome(refused)).toEqual({ status: 400, code: 'too-many-ids' });
      expect(refused.body.errors).toEqual([
        { parameter: 'ids', code: 'too-long', detail: expect.any(String), maxItems: 100 },
      ]);
    });

    it('400 invalid-cursor: of other parameters, of another company', async () => {
      const { nextCursor } = (await reader.get(`${path}?limit=2`)).body.page;
      const other = await resource().admin();
      expect((await reader.get(`${path}?limit=2&q=other&cursor=${nextCursor}`)).body.code).toBe(
        'invalid-cursor',
      );
      expect((await other.get(`${path}?limit=2&cursor=${nextCursor}`)).body.code).toBe('invalid-cursor');
      expect((await reader.get(`${path}?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    });
  });
}
