import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import { v7 as newId } from 'uuid';
import { Counters } from '../series/counters.js';
import { NumberSeries } from '../series/number-series.js';
import { databaseSettingsSchema } from '../settings.js';
import { Note, type Notes, note, notesDatabase, notesOptions, openNotes } from '../testing/notes.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import { ClientMadeRows } from './client-made-rows.js';

let database: TestDatabase;
let notes: Notes;
let rows: ClientMadeRows<Note, CompanyActor>;
let counters: Counters;
let series: NumberSeries;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, 12);
  rows = new ClientMadeRows<Note, CompanyActor>(notes.source, Note, notesOptions);
  counters = new Counters(databaseSettingsSchema.parse({ DATABASE_URL: database.serviceUrl }));
  series = new NumberSeries(notes.transactions, counters);
});

afterAll(async () => {
  await Promise.all([notes.dataSource.destroy(), counters.close()]);
  await database.drop();
});

describe('addOnce', () => {
  const company = { companyId: randomUUID(), userId: randomUUID() };
  const within = <Result>(work: () => Promise<Result>) => notes.transactions.run(company.companyId, work);
  const add = (body: { id?: string; title: string }) =>
    within(() =>
      rows.addOnce(company, body, async () => note({ ...body, code: await series.next(company, 'N') })),
    );

  it('makes no values of a repeated request: no number is used up, however many come at once', async () => {
    // Opens all connections of the pool, so that the requests really meet.
    await Promise.all(Array.from({ length: 4 }, (_, index) => add({ title: `Note ${index}` })));
    const body = { id: newId(), title: 'once' };
    const added = await Promise.all(Array.from({ length: 12 }, () => add(body)));
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.map(({ row }) => row.code))).toEqual(new Set(['N-000005']));
    expect((await add({ id: newId(), title: 'next' })).row.code).toBe('N-000006');
  });

  it('refuses the body of somebody else, who could guess what the row does not show', async () => {
    const body = { id: newId(), title: 'once' };
    await add(body);
    const other = { ...company, userId: randomUUID() };
    const again = within(() => rows.addOnce(other, body, () => note(body)));
    await expect(again).rejects.toMatchObject({ code: 'duplicate' });
  });

  it('without an id adds a row each time', async () => {
    const [one, other] = [await add({ title: 'same' }), await add({ title: 'same' })];
    expect([one.isNew, other.isNew, one.row.id === other.row.id]).toEqual([true, true, false]);
  });

  it('adds again what was rolled back', async () => {
    const body = { id: newId(), title: 'again' };
    const failing = within(async () => {
      await rows.addOnce(company, body, () => note(body));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await add(body)).isNew).toBe(true);
  });

  it('gives no row its digest', async () => {
    const { row } = await add({ id: newId(), title: 'digest' });
    expect(row).not.toHaveProperty('creationDigest');
  });
});
