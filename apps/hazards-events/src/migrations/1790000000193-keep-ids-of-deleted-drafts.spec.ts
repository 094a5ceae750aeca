import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase, type TestDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { KeepIdsOfDeletedDrafts1790000000193 } from './1790000000193-keep-ids-of-deleted-drafts.js';
import { migrations } from './index.js';

const [companyId, author, editor, approver] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const BEFORE = '2026-01-01T00:00:00Z';
let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;

/** Rows of a register as they were before, by their names. */
const rows = {
  draft: { table: 'hazards', status: 'draft' },
  waiting: { table: 'hazards', status: 'pendingApproval', submittedBy: editor },
  revised: { table: 'hazards', status: 'pendingApproval', submittedBy: editor, approvedAt: BEFORE },
  approved: { table: 'hazards', status: 'approved', submittedBy: author, approvedAt: BEFORE },
  event: { table: 'events', status: 'changesRequested', submittedBy: author },
  reopened: { table: 'hazards', status: 'pendingApproval', submittedBy: editor, approvedAt: BEFORE },
  rejectedBefore: { table: 'hazards', status: 'pendingApproval', submittedBy: editor, approvedAt: BEFORE },
  sentBack: { table: 'hazards', status: 'pendingApproval', submittedBy: editor, approvedAt: BEFORE },
  investigated: { table: 'events', status: 'pendingApproval', submittedBy: editor, approvedAt: BEFORE },
  suggested: { table: 'hazards', status: 'pendingApproval', submittedBy: editor },
  accepted: { table: 'hazards', status: 'pendingApproval', submittedBy: editor },
} as const;
const ids = Object.fromEntries(Object.keys(rows).map((name) => [name, randomUUID()])) as Record<
  keyof typeof rows,
  string
>;
const [placeId, deleted, deletedTwice] = [randomUUID(), randomUUID(), randomUUID()];

/** A value for each column that has to have one. */
async function insert(table: string, given: Record<string, unknown>): Promise<void> {
  const columns: { name: string; type: string }[] = await owner.query(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const blank = (type: string): unknown => {
    if (type.startsWith('_')) return [];
    const of: Record<string, unknown> = {
      jsonb: '{}',
      bool: false,
      int4: 1,
      timestamptz: BEFORE,
      uuid: author,
    };
    return of[type] ?? randomUUID();
  };
  const row = { ...Object.fromEntries(columns.map(({ name, type }) => [name, blank(type)])), ...given };
  const names = Object.keys(row);
  await owner.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** A member without values, or with the ones before and after. */
type Changed = string | [member: string, from: unknown, to: unknown];

let version = 0;
const change = (resource: string, id: string, operation: string, actor: string, members: Changed[]) => {
  version += 1;
  return insert('changes', {
    company_id: companyId,
    resource,
    id,
    version,
    operation,
    actor_user_id: actor,
    members: JSON.stringify(
      members.map((changed) => {
        const [member, from = null, to = null] = typeof changed === 'string' ? [changed] : changed;
        return { member, from, to, redacted: false };
      }),
    ),
  });
};

const status = (from: string, to: string): Changed => ['status', from, to];
const guard = { id: randomUUID(), description: 'A guard.', controlType: null, disposition: 'pending' };
const accepted = { ...guard, disposition: 'accepted', suggestedDueDate: '2030-01-01' };

/** The changes of a record since its approval, or since it was added, and who made them. */
const histories: [keyof typeof rows, string, Changed[]][] = [
  ['reopened', approver, [status('approved', 'closed'), 'closedAt', 'closedByUserId', 'closureReason']],
  ['reopened', approver, [status('closed', 'approved'), 'closedAt', 'closedByUserId', 'closureReason']],
  ['reopened', editor, [status('approved', 'pendingApproval'), 'title']],
  ['rejectedBefore', author, [status('approved', 'pendingApproval'), 'title']],
  ['rejectedBefore', approver, [status('pendingApproval', 'approved'), 'title', 'decisions']],
  ['rejectedBefore', editor, [status('approved', 'pendingApproval'), 'title']],
  ['sentBack', author, [status('approved', 'pendingApproval'), 'title']],
  ['sentBack', approver, [status('pendingApproval', 'changesRequested'), 'title', 'decisions']],
  ['sentBack', editor, [status('changesRequested', 'pendingApproval'), 'submittedByUserId']],
  ['investigated', approver, [status('open', 'underInvestigation'), 'investigation']],
  ['investigated', approver, [status('underInvestigation', 'closed'), 'investigation']],
  ['investigated', editor, [status('closed', 'pendingApproval'), 'investigation']],
  ['suggested', approver, ['decisions', ['suggestedActions', [], [accepted]]]],
  ['accepted', approver, ['decisions', ['suggestedActions', [guard], [accepted]]]],
];

beforeAll(async () => {
  earlier = await databaseBefore('hazards-events', KeepIdsOfDeletedDrafts1790000000193, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
  const walls = ['org_structures', 'hazards', 'events', 'changes', 'deleted_rows'];
  for (const table of walls) await owner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await insert('org_structures', { company_id: companyId, id: placeId });
  for (const [name, { table, status: stored, ...more }] of Object.entries(rows)) {
    const { submittedBy = null, approvedAt = null } = more as { submittedBy?: string; approvedAt?: string };
    const id = ids[name as keyof typeof rows];
    await insert(table, {
      company_id: companyId,
      id,
      org_structure_id: placeId,
      status: stored,
      created_by_user_id: author,
      submitted_by_user_id: submittedBy,
      approved_at: approvedAt,
    });
    await change(table, id, 'added', author, ['title', 'status']);
  }
  await change('hazards', ids.waiting, 'changed', approver, ['status', 'decisions']);
  await change('hazards', ids.revised, 'changed', approver, ['title', status('approved', 'pendingApproval')]);
  for (const [name, actor, members] of histories)
    await change(rows[name].table, ids[name], 'changed', actor, members);
  await change('hazards', ids.approved, 'changed', approver, ['title']);
  await change('events', ids.event, 'changed', approver, ['status', 'statusComment', 'decisions']);
  for (const id of [deleted, deletedTwice, deletedTwice])
    await change('hazards', id, 'deleted', id === deleted ? author : editor, ['title']);
  await change('hazards', ids.draft, 'deleted', author, ['title']);
  for (const table of walls) await owner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await prepareDatabase({ ...database, migrations });
  for (const table of walls) await owner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
});

afterAll(() => earlier.drop());

it('ids of drafts that were deleted stay in use, but not of rows that there are', async () => {
  const kept = await owner.query('SELECT company_id, resource, id, deleted_by_user_id FROM deleted_rows');
  const expected = [
    { company_id: companyId, resource: 'hazards', id: deleted, deleted_by_user_id: author },
    { company_id: companyId, resource: 'hazards', id: deletedTwice, deleted_by_user_id: editor },
  ];
  expect(kept).toHaveLength(2);
  expect(kept).toEqual(expect.arrayContaining(expected));
});

describe('the authors of what waits', () => {
  it.each<[keyof typeof rows, string[]]>([
    ['draft', [author]],
    ['waiting', [author, editor]],
    ['revised', [editor, approver]],
    ['reopened', [editor]],
    ['rejectedBefore', [editor]],
    ['sentBack', [author, approver, editor]],
    ['investigated', [editor]],
    ['suggested', [author, approver, editor]],
    ['accepted', [author, editor]],
    ['approved', []],
    ['event', [author]],
  ])('%s', async (name, authors) => {
    const { table } = rows[name];
    const [row] = await owner.query(`SELECT author_user_ids AS authors FROM ${table} WHERE id = $1`, [
      ids[name],
    ]);
    expect(new Set(row.authors)).toEqual(new Set(authors));
  });

  it('are named anew where a process of the release before has written since', async () => {
    await owner.query('UPDATE hazards SET author_user_ids = $1 WHERE id = $2', [[approver], ids.waiting]);
    await change('hazards', ids.draft, 'changed', editor, ['title']);
    await owner.query('UPDATE hazards SET author_user_ids = $1, lifts_anonymity = true WHERE id = $2', [
      [editor],
      ids.approved,
    ]);
    await owner.query(`DELETE FROM migrations WHERE name = 'NameAuthors1790000000195'`);
    await prepareDatabase({ ...database, migrations });
    const named: { id: string; authors: string[] }[] = await owner.query(
      'SELECT id, author_user_ids AS authors FROM hazards WHERE id = ANY ($1) AND NOT lifts_anonymity',
      [[ids.waiting, ids.draft, ids.approved]],
    );
    expect(Object.fromEntries(named.map(({ id, authors }) => [id, authors.toSorted()]))).toEqual({
      [ids.waiting]: [author, editor, approver].toSorted(),
      [ids.draft]: [author, editor].toSorted(),
      [ids.approved]: [],
    });
  });
});
