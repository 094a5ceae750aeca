import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import { Note, type Notes, note, notesDatabase, notesOptions, openNotes, wanting } from '../testing/notes.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { CompanyRows } from './company-rows.js';
import { equal } from './sql.js';

let database: TestDatabase;
let notes: Notes;
/** Notes of priority 1 are in sight, all others are not. */
let sighted: CompanyRows<Note, CompanyActor>;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
  sighted = new CompanyRows(notes.source, Note, { ...notesOptions, visible: () => equal('priority', 1) });
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

const company = { companyId: randomUUID(), userId: randomUUID() };
const within = <Result>(work: () => Promise<Result>) => notes.transactions.run(company.companyId, work);
const add = (changes: Partial<Note>) => within(() => notes.rows.add(company, note(changes)));
const query = { limit: 200, includeArchived: 'true', includeTotal: false } as const;

type Attempt = (rows: CompanyRows<Note, CompanyActor>, id: string) => Promise<unknown>;
const attempts: [verb: string, Attempt][] = [
  ['get', (rows, id) => rows.get(company, id)],
  ['change', (rows, id) => rows.change(company, id, wanting({ title: 'changed' }))],
  ['archive', (rows, id) => rows.archive(company, id, undefined)],
  ['restore', (rows, id) => rows.restore(company, id, undefined)],
];

describe('a row out of sight', () => {
  it.each(attempts)('%s: 404, and it stays as it is', async (_, attempt) => {
    const { id } = await add({ priority: 2 });
    await expect(within(() => attempt(sighted, id))).rejects.toMatchObject({ code: 'not-found' });
    expect(await within(() => notes.rows.get(company, id))).toMatchObject({ version: 1, archived: false });
  });

  it.each(attempts)('%s: works unrestricted', async (verb, attempt) => {
    const { id } = await add({ priority: 2 });
    await within(() => attempt(sighted.unrestricted, id));
    // Not archived, there is nothing to restore.
    const writes = verb === 'change' || verb === 'archive';
    expect(await within(() => notes.rows.get(company, id))).toMatchObject({
      version: writes ? 2 : 1,
      title: verb === 'change' ? 'changed' : 'A note',
      archived: verb === 'archive',
    });
  });

  it('is in no page and in no answer to archivedById', async () => {
    const [seen, hidden] = [await add({ priority: 1 }), await add({ priority: 2 })];
    const ids = [seen.id, hidden.id];
    const page = await within(() => sighted.page(company, { ...query, ids }));
    expect(page.data.map(({ id }) => id)).toEqual([seen.id]);
    expect(await within(() => sighted.archivedById(company, ids))).toEqual(new Map([[seen.id, false]]));
  });

  it('409 duplicate does not name it', async () => {
    const hidden = await add({ priority: 2, code: 'taken' });
    const attempt = () => within(() => sighted.add(company, note({ priority: 1, code: 'TAKEN' })));
    await expect(attempt()).rejects.toMatchObject({
      code: 'duplicate',
      options: { extensions: { conflictingId: null } },
    });
    await within(() => notes.rows.change(company, hidden.id, wanting({ priority: 1 })));
    await expect(attempt()).rejects.toMatchObject({ options: { extensions: { conflictingId: hidden.id } } });
  });
});

it('409 duplicate names a row that everyone sees to those who may read alone, and to the service', async () => {
  const mayRead = ({ userId }: CompanyActor) => userId === company.userId;
  const rows = new CompanyRows<Note, CompanyActor>(notes.source, Note, { ...notesOptions, mayRead });
  const { id } = await add({ code: 'read by some' });
  const other = { ...company, userId: randomUUID() };
  const attempts = [
    [rows, company, id],
    [rows, other, null],
    [rows.unrestricted, other, id],
    [rows.within(equal('priority', 1)).unrestricted, other, id],
  ] as const;
  for (const [some, actor, conflictingId] of attempts)
    await expect(within(() => some.add(actor, note({ code: 'READ BY SOME' })))).rejects.toMatchObject({
      code: 'duplicate',
      options: { extensions: { conflictingId } },
    });
});

describe('rows of a parent', () => {
  it.each(attempts)('%s: 404 for a row of another parent', async (_, attempt) => {
    const [parent, other] = [await add({}), await add({})];
    const { id } = await add({ parentId: parent.id });
    const rowsOf = (parentId: string) => notes.rows.within(equal('parentId', parentId));
    await expect(within(() => attempt(rowsOf(other.id), id))).rejects.toMatchObject({ code: 'not-found' });
    await within(() => attempt(rowsOf(parent.id), id));
  });

  it('are narrowed by visibility too', async () => {
    const parent = await add({});
    const { id } = await add({ parentId: parent.id, priority: 2 });
    const rows = sighted.within(equal('parentId', parent.id));
    await expect(within(() => rows.get(company, id))).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the order of judgement', () => {
  const forbidden = new ProblemError('permission-denied', { detail: 'No.' });
  const refuse = { authorise: () => Promise.reject(forbidden) };
  const broken = () => wanting({ title: 'x' }, [7]);

  it('404 before 403', async () => {
    const { id } = await add({ priority: 2 });
    await expect(within(() => sighted.change(company, id, broken(), refuse))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('403 before 409, 409 before 412', async () => {
    const { id } = await add({});
    await within(() => notes.rows.archive(company, id, undefined));
    await expect(within(() => notes.rows.change(company, id, broken(), refuse))).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(within(() => notes.rows.change(company, id, broken()))).rejects.toMatchObject({
      code: 'archived',
    });
  });

  it('412 before the body is looked at', async () => {
    const { id } = await add({});
    const values = () => Promise.reject(new Error('The body was looked at'));
    await expect(within(() => notes.rows.change(company, id, broken(), { values }))).rejects.toMatchObject({
      code: 'version-mismatch',
    });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['archive', (id) => notes.rows.archive(company, id, [7], refuse.authorise)],
    ['restore', (id) => notes.rows.restore(company, id, [7], refuse.authorise)],
  ])('%s: 403 before 412', async (_, attempt) => {
    const { id } = await add({});
    await expect(within(() => attempt(id))).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

it('many writes of one transaction nest no more than one subtransaction', async () => {
  const releaseTwice = within(async () => {
    for (let index = 0; index < 20; index++) await notes.rows.add(company, note());
    const { client } = notes.transactions.current(company.companyId);
    await client.query('RELEASE SAVEPOINT row');
    await client.query('RELEASE SAVEPOINT row');
  });
  await expect(releaseTwice).rejects.toThrow('savepoint "row" does not exist');
});
