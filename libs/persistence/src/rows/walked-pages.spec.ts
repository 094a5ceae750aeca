import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ListQuery } from '@safety/contracts';
import type { TestDatabase } from '@safety/testing';
import { type Notes, notesDatabase, openNotes } from '../testing/notes.js';

let database: TestDatabase;
let notes: Notes;

const company = { companyId: randomUUID(), userId: null };

/** More than are looked through at once lie before the first active one that matches. */
const activeMatch = Array.from({ length: 50 }, (_, n) => `a common ${n + 250}`);
const otherTitles = Array.from({ length: 250 }, (_, n) => `a ${n + 100}`);
const archivedMatch = Array.from({ length: 60 }, (_, n) => `z common ${n + 100}`);

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
  const rows = [
    ...otherTitles.map((title) => ({ title, archived_at: null })),
    ...activeMatch.map((title) => ({ title, archived_at: null })),
    ...archivedMatch.map((title) => ({ title, archived_at: '2026-01-01' })),
  ].map((row, n) => ({ ...row, due: n % 60 < 5 ? `2026-${10 + (n % 3)}-01` : null, code: `c-${n}` }));
  await database.transaction('owner', async (owner) => {
    await owner.query(
      `INSERT INTO notes (company_id, id, title, code, due, archived_at)
       SELECT $1, gen_random_uuid(), title, code, due, archived_at
       FROM jsonb_to_recordset($2) AS (title text, code text, due date, archived_at timestamptz)`,
      [company.companyId, JSON.stringify(rows)],
    );
  });
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

async function titlesOf(query: Partial<ListQuery>): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { limit: 10, includeTotal: false, q: 'common', ...query, ...(cursor && { cursor }) };
    const { data, page } = await notes.transactions.run(company.companyId, () =>
      notes.rows.page(company, { includeArchived: 'false', ...asked }),
    );
    titles.push(...data.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  return titles;
}

it.each([
  ['active', 'false', activeMatch],
  ['archived', 'only', archivedMatch],
  ['active and archived', 'true', [...activeMatch, ...archivedMatch]],
] as const)('a search finds all %s rows, in order, page by page', async (_, includeArchived, titles) => {
  expect(await titlesOf({ includeArchived })).toEqual(titles);
});

it.each([15, 20])('a search goes on behind the first few matches, in pages of %i', async (limit) => {
  const all = [...otherTitles, ...activeMatch];
  const matching = all.filter((title, n) => title.includes('24') || `c-${n}`.includes('24'));
  expect(await titlesOf({ q: '24', limit })).toEqual(matching);
});

it.each([1, 3, 10])('in pages of %i: those with a value and those without one, in order', async (limit) => {
  for (const includeArchived of ['false', 'true'] as const) {
    const all = includeArchived === 'true' ? [...activeMatch, ...archivedMatch] : activeMatch;
    const seen = await titlesOf({ includeArchived, limit, sort: [{ key: 'due', descending: false }] });
    expect(seen.toSorted()).toEqual(all);
  }
});

it('a frequent value far down an order of two keys is found in that order, each row once', async () => {
  const far = { companyId: randomUUID(), userId: null };
  await database.transaction('owner', async (owner) => {
    await owner.query(
      `INSERT INTO notes (company_id, id, title, code)
       SELECT $1, gen_random_uuid(), 'b ' || n % 3 || CASE WHEN n = 7 OR n > 2400 THEN ' common' ELSE '' END,
         'f-' || lpad(n::text, 5, '0') FROM generate_series(1, 4600) AS n`,
      [far.companyId],
    );
  });
  const codes: (string | null)[] = [];
  const sort = [
    { key: 'code', descending: false },
    { key: 'title', descending: true },
  ];
  for (let cursor: string | null | undefined; cursor !== null && codes.length < 400; ) {
    const query = { limit: 100, includeTotal: true, q: 'common', sort, ...(cursor && { cursor }) };
    const { data, page } = await notes.transactions.run(far.companyId, () =>
      notes.rows.page(far, { includeArchived: 'false', ...query }),
    );
    expect(page.totalCount).toBe(2201);
    codes.push(...data.map(({ code }) => code));
    cursor = page.nextCursor;
  }
  const later = Array.from({ length: 399 }, (_, n) => `f-0${n + 2401}`);
  expect(codes).toEqual(['f-00007', ...later]);
});

const change = (set: string, title: string): Promise<void> =>
  database.transaction('owner', async (owner) => {
    await owner.query(`UPDATE notes SET ${set} WHERE company_id = $1 AND title = $2`, [
      company.companyId,
      title,
    ]);
  });

/** The titles of a page of a search, of which `changed` happens once the first rows are read. */
async function titlesWhile(q: string, changed: () => Promise<void>): Promise<string[]> {
  const page = await notes.transactions.run(company.companyId, () => {
    const transaction = notes.transactions.current(company.companyId);
    const { read } = transaction;
    const readAndChange: typeof read = async (text, values) => {
      const result = await read(text, values);
      Object.assign(transaction, { read });
      await changed();
      return result as never;
    };
    Object.assign(transaction, { read: readAndChange });
    return notes.rows.page(company, { includeArchived: 'false', limit: 50, includeTotal: false, q });
  });
  return page.data.map(({ title }) => title);
}

it('a row that moves behind the others while a page is read is there once, at its new place', async () => {
  const [first = '', ...others] = await titlesOf({ q: '24', limit: 50 });
  expect(await titlesWhile('24', () => change("title = 'a zz 24'", first))).toEqual([...others, 'a zz 24']);
  await change(`title = '${first}'`, 'a zz 24');
});

it('a row that goes while a page is read takes none along that lies far behind it', async () => {
  expect(await titlesOf({ q: '230' })).toEqual(['a 230', 'a 330']);
  expect(await titlesWhile('230', () => change("title = 'gone'", 'a 230'))).toContain('a 330');
  await change("title = 'a 230'", 'gone');
});
