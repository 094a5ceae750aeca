import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import { type Notes, notesDatabase, openNotes, wanting } from '../testing/notes.js';
import { MOST_BYTES_OF_PAGE } from './page.js';

let database: TestDatabase;
let notes: Notes;

const company = { companyId: randomUUID(), userId: randomUUID() };
const LARGE = 100_000;
const many = Math.ceil((2.5 * MOST_BYTES_OF_PAGE) / LARGE);
const changed = randomUUID();

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
  await database.transaction('owner', async (owner) => {
    await owner.query(
      `INSERT INTO notes (company_id, id, title, slug)
       SELECT $1, gen_random_uuid(), 'n' || (1000 + n), n || repeat('x', ${LARGE}) FROM generate_series(1, $2::int) AS n`,
      [company.companyId, many],
    );
    await owner.query(`INSERT INTO notes (company_id, id, title) VALUES ($1, $2, 'changed often')`, [
      company.companyId,
      changed,
    ]);
  });
  for (let n = 0; n < many; n++)
    await notes.transactions.run(company.companyId, () =>
      notes.rows.change(company, changed, wanting({ slug: `c${n}${'x'.repeat(LARGE)}` })),
    );
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

interface Read {
  data: readonly { id?: string; version: number }[];
  page: { hasMore: boolean; nextCursor: string | null };
}

/** All rows of a list, and how many each page has. */
async function walked(read: (cursor: { cursor?: string }) => Promise<Read>) {
  const sizes: number[] = [];
  const seen = new Set<unknown>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const given = cursor === undefined ? {} : { cursor };
    const { data, page } = await notes.transactions.run(company.companyId, () => read(given), 'read');
    for (const { id, version } of data) seen.add(id ?? version);
    sizes.push(data.length);
    cursor = page.nextCursor;
    expect(page.hasMore).toBe(cursor !== null);
  }
  return { sizes, seen };
}

it('a page of a list ends before its rows have more than 4 MiB, and the next one goes on', async () => {
  const query = { limit: 200, includeTotal: false, includeArchived: 'false' } as const;
  const { sizes, seen } = await walked((cursor) => notes.rows.page(company, { ...query, ...cursor }));
  expect(seen.size).toBe(many + 1);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(many + 1);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(MOST_BYTES_OF_PAGE / LARGE);
  expect(sizes).toHaveLength(3);
});

it('so does one of an audit', async () => {
  const { sizes, seen } = await walked((cursor) =>
    notes.rows.history(company, changed, { limit: 200, ...cursor }),
  );
  expect(seen.size).toBe(many);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(MOST_BYTES_OF_PAGE / LARGE);
});

it.each(['read', 'write'] as const)('so does one inside of an open transaction: %s', async (access) => {
  const read = async () => {
    await notes.transactions.current(company.companyId).client.query('SELECT');
    return notes.rows.history(company, changed, { limit: 200 });
  };
  const { data, page } = await notes.transactions.run(company.companyId, read, access);
  expect(data.length).toBeGreaterThan(1);
  expect(data.length).toBeLessThanOrEqual(MOST_BYTES_OF_PAGE / LARGE);
  expect(page.hasMore).toBe(true);
});

it('so does one of a search, whose rows are read in several steps', async () => {
  const searched = { companyId: randomUUID(), userId: null };
  // The first step meets a few of the large rows behind small ones, and the second all others.
  await database.transaction('owner', async (owner) => {
    await owner.query(
      `INSERT INTO notes (company_id, id, title, slug)
       SELECT $1, gen_random_uuid(), CASE WHEN n > 170 THEN 'n' ELSE 'a' END || (1000 + n),
         CASE WHEN n > 170 THEN n || repeat('x', ${LARGE}) END FROM generate_series(1, 170 + $2::int) AS n`,
      [searched.companyId, many],
    );
  });
  const query = { limit: 200, includeTotal: false, includeArchived: 'false', q: 'n1' } as const;
  const read = () => notes.rows.page(searched, query);
  const { data, page } = await notes.transactions.run(searched.companyId, read, 'read');
  expect(data.length).toBeGreaterThan(30);
  expect(data.length).toBeLessThanOrEqual(MOST_BYTES_OF_PAGE / LARGE);
  expect(page.hasMore).toBe(true);
});
