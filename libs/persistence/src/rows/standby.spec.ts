import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ListQuery } from '@safety/contracts';
import type { TestDatabase } from '@safety/testing';
import { connected } from '@safety/testing';
import { type Notes, note, notesDatabase, openNotes } from '../testing/notes.js';

const company = { companyId: randomUUID(), userId: null };

let database: TestDatabase;
let standby: Notes;

/** Functions of a standby, in front of those of the system. */
const answers = (replayed: string): string => `
  CREATE OR REPLACE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE OR REPLACE FUNCTION standby.pg_last_xact_replay_timestamp() RETURNS timestamptz
    LANGUAGE sql AS $$SELECT ${replayed}$$;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA standby TO PUBLIC`;

beforeAll(async () => {
  database = await notesDatabase();
  await connected(database.ownerUrl, (owner) =>
    owner.query(`CREATE SCHEMA standby; GRANT USAGE ON SCHEMA standby TO PUBLIC; ${answers('now()')}`),
  );
  const url = new URL(database.serviceUrl);
  url.searchParams.set('options', '-c search_path=standby,pg_catalog,public');
  standby = await openNotes(url.href);
  const { rows, transactions } = standby;
  for (const title of ['1', '2'])
    await transactions.run(company.companyId, () => rows.add(company, note({ title })));
});

afterAll(async () => {
  await standby.dataSource.destroy();
  await database.drop();
});

const page = (query: Partial<ListQuery>) =>
  standby.transactions.run(
    company.companyId,
    () => standby.rows.page(company, { limit: 1, includeArchived: 'false', includeTotal: false, ...query }),
    'read',
  );

it.each([
  ['the last commit that it has replayed', "timestamptz '2026-01-02 03:04:05Z'"],
  ['its checkpoint, while it has replayed none', 'NULL::timestamptz'],
])('asOf of a standby lies before %s, on all pages of a walk that begins now', async (_, replayed) => {
  const seenUntil = await connected(database.ownerUrl, async (owner) => {
    await owner.query(answers(replayed));
    const seen = `SELECT coalesce(${replayed}, checkpoint_time) AS seen FROM pg_control_checkpoint()`;
    return (await owner.query<{ seen: Date }>(seen)).rows[0]?.seen;
  });
  const first = await page({});
  const second = await page({ cursor: first.page.nextCursor ?? '' });
  const asOf = new Date(Number(seenUntil) - 12_000);
  expect([first.page.asOf, second.page.asOf]).toEqual([asOf, asOf]);
});
