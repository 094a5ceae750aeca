import { randomUUID } from 'node:crypto';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeHandlers } from '@safety/platform/openapi';
import pg from 'pg';
import type { TestApi, TestCaller } from '../api.js';
import { type DeclaredList, isListToEveryone } from '../declared-rows.js';
import { describeHalfInSight, MOST_OF_A_PAGE, MOST_READ } from './half-in-sight.js';
import { countAt, multiply, ROWS } from './multiply-rows.js';

export interface ListsOptions {
  /** Of the list, for example `/courses`; several when they read the same rows. */
  path: string | readonly string[];
  lists: DeclaredList;
  /** Adds one row, which is then multiplied, and resolves with its id. */
  add(caller: TestCaller): Promise<string>;
  /**
   * For each declared filter and set the queries that ask for it, with frequent values and with absent ones.
   */
  queries: Readonly<Record<string, readonly string[]>>;
  /** Columns that copies of the row keep although a unique key has them: their values are of a kind. */
  kept?: readonly string[];
  /** SQL for columns of copies that the others do not say, with the number `n` of the copy. */
  values?: Readonly<Record<string, string>>;
  /**
   * Where the list finds values at org structures: those that half of the rows have, at an org structure of
   * their own.
   */
  elsewhere?: Readonly<Record<string, string>>;
  /** Queries beyond those that are declared. */
  further?: readonly string[];
  /** Common parameters that the list does not take. */
  lacks?: readonly string[];
  /** Its permission counts in the whole company alone, so that no reach narrows it. */
  everywhere?: boolean;
  /** Parameters that statements follow without holding them, each with the reason. */
  outsideStatements?: Readonly<Record<string, string>>;
  /** Why rows that everyone sees may be written by a permission that counts at some org structures alone. */
  writtenFromPlaces?: string;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Pages of 200 before the one that is looked at. */
const PAGES = 5;

/**
 * Checks that no declared sort, filter or search looks through the company: the rows of the table that
 * PostgreSQL reads for it are counted, as the role of the service and so behind its wall, functions included.
 */
export function describeLists(api: () => TestApi, options: ListsOptions): void {
  const {
    path,
    lists,
    queries,
    kept = [],
    values = {},
    elsewhere = {},
    further = [],
    lacks = [],
    everywhere = false,
    outsideStatements = {},
    writtenFromPlaces,
  } = options;
  const isTaken = (query: string) => !lacks.some((name) => query.includes(`${name}=`));
  const asked = [...Object.values(queries).flat(), ...further];
  const archivedToo = lacks.includes('includeArchived') ? '' : '&includeArchived=true';
  const { table, sorts, nullableSorts = [], filters = [], sets = [], search = [], others = {} } = lists;
  const { atPlaces } = lists;
  const allSorts = [...new Set([...sorts, ...nullableSorts, 'modifiedAt'])].flatMap((key) => [
    key,
    `-${key}`,
  ]);

  describe(`${ROWS} rows of ${table}`, () => {
    let caller: TestCaller;
    let service: pg.Client;
    const place = randomUUID();
    const statements: Statement[] = [];
    const listen = (statement: unknown) => statements.push(statement as Statement);

    beforeAll(async () => {
      caller = await api().caller();
      service = new pg.Client({ connectionString: api().database.serviceUrl });
      await service.connect();
      await multiply(api().database.ownerUrl, lists, await options.add(caller), {
        kept,
        values,
        elsewhere: { id: place, values: elsewhere },
      });
      subscribe('safety:statement', listen);
    });

    afterAll(async () => {
      unsubscribe('safety:statement', listen);
      await service.end();
    });

    it('are written by permissions of the whole company where everyone sees them, or by a named exception', () => {
      const paths = [path].flat();
      // One place must not write for all others: RequiresEverywhere.
      const fromPlaces = describeHandlers(api().app)
        .filter(({ method, path: at }) => method !== 'get' && paths.includes(at.replace(/\/\{.*/, '')))
        .filter(({ requires, requiresEverywhere }) => requires && !requiresEverywhere)
        .filter(() => isListToEveryone(api().app, lists));
      const names = fromPlaces.map(({ name }) => name);
      if (writtenFromPlaces === undefined) expect(names).toEqual([]);
      else expect(names).not.toEqual([]);
    });

    describe.each([path].flat())('GET %s reads few of them', (address) => {
      const read = async (query: string, reader = caller): Promise<number> => {
        statements.length = 0;
        const { status } = await reader.get(`${address}?${query}`);
        expect([status, statements.length > 0]).toEqual([200, true]);
        return rowsRead(service, caller.companyId, statements);
      };

      it('has other values for each property that is found at org structures', () => {
        expect(Object.keys(elsewhere).sort()).toEqual([...(atPlaces?.values ?? [])].sort());
      });

      it('has a query for each filter and each other parameter', () => {
        expect(Object.keys(queries).sort()).toEqual([...filters, ...sets].sort());
        expect(parametersOf(asked)).toEqual(expect.arrayContaining(Object.keys(others)));
        expect(channel('safety:statement').hasSubscribers).toBe(true);
      });

      // A parameter that no condition reads shows all rows, whatever it says.
      for (const name of parametersOf(asked).filter((one) => !Object.hasOwn(outsideStatements, one)))
        it(`other statements with ${name}`, async () => {
          // Those of jobs are of no company.
          const sent = async (query: URLSearchParams): Promise<string> => {
            statements.length = 0;
            await caller.get(`${address}?${query}`);
            return JSON.stringify(statements.filter(({ values: given }) => given.includes(caller.companyId)));
          };
          for (const query of asked.map((one) => new URLSearchParams(one)).filter((one) => one.has(name))) {
            const without = new URLSearchParams(query);
            without.delete(name);
            if ((await sent(query)) !== (await sent(without))) return;
          }
          throw new Error(`No statement follows ${name}: give the page a condition that reads it`);
        });

      it.each(
        [
          ...allSorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&includeArchived=true`]),
          ...Object.values(queries).flat(),
          ...(search.length > 0 ? ['q=common', 'q=c4ca4238a0', 'q=zzzzqqq', 'q=zq', 'q=mm', 'q=--'] : []),
          'modifiedSince=2000-01-01T00:00:00Z',
          'modifiedSince=2100-01-01T00:00:00Z',
          'externalId=none',
          'ids=0190a5c8-0000-7000-8000-000000000001',
          'includeArchived=only',
          'modifiedSince=2000-01-01T00:00:00Z&includeArchived=only',
          ...further,
        ]
          .filter(isTaken)
          .map((query) => [query]),
      )('%s', async (query) => {
        expect(await read(`limit=20&${query}`)).toBeLessThan(MOST_READ);
      });

      it.each(allSorts)('far down in the order of %s', async (sort) => {
        let query = `limit=200&sort=${sort}${archivedToo}`;
        for (let page = 0; page < PAGES; page++) {
          const { body } = await caller.get(`${address}?${query}&fields=id`);
          query = `limit=200&sort=${sort}${archivedToo}&cursor=${body.page.nextCursor}`;
        }
        expect(await read(query)).toBeLessThan(MOST_OF_A_PAGE);
      });

      describeHalfInSight({
        address,
        lists,
        queries,
        reader: () => api().caller({ companyId: caller.companyId, orgStructureIds: [place] }),
        read,
        countAt: (values) => countAt(api().database.ownerUrl, lists, { place, ...values }),
      });

      if (everywhere) return;

      it('for a caller whose reach holds no row', async () => {
        const { companyId } = caller;
        const orgStructureIds = Array.from({ length: 3 }, () => randomUUID());
        const reader = await api().caller({ companyId, orgStructureIds });
        for (const query of ['limit=20', 'limit=20&modifiedSince=2000-01-01T00:00:00Z'].filter(isTaken))
          expect([query, (await read(query, reader)) < MOST_READ]).toEqual([query, true]);
      });
    });
  });
}

/** The names of all parameters of these queries. */
const parametersOf = (queries: readonly string[]): string[] => [
  ...new Set(queries.flatMap((query) => [...new URLSearchParams(query).keys()])),
];

async function rowsRead(client: pg.Client, companyId: string, statements: Statement[]): Promise<number> {
  await client.query('BEGIN');
  await client.query(
    `SET LOCAL app.company_id = '${companyId}'; SET LOCAL app.today = '2026-01-01'; SET LOCAL app.as_of = '2026-01-01'`,
  );
  const before = await countRead(client);
  for (const { text, values } of statements) await client.query(text, values);
  const after = await countRead(client);
  // Functions are planned for the values of each query.
  await client.query('ROLLBACK; DISCARD PLANS');
  return after - before;
}

/** Those of earlier transactions of the session are among them. */
async function countRead(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_xact_user_tables`,
  );
  return rows[0]?.count ?? 0;
}
