import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import { whileApplying } from '../applied-message.js';
import { type Notes, notesDatabase, openNotes } from '../testing/notes.js';
import { keepNewest } from './keep-newest.js';

const KEY = ['company_id', 'id'];

let database: TestDatabase;
let notes: Notes;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl);
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

/** Keeps these versions of one row one after the other; resolves with what is known in the end. */
function kept(versions: number[]): Promise<{ version: number; title: string } | undefined> {
  const company_id = randomUUID();
  const id = randomUUID();
  return notes.transactions.run(company_id, async () => {
    const { client } = notes.transactions.current(company_id);
    for (const version of versions)
      await keepNewest(client, 'notes', KEY, { company_id, id, version, title: `v${version}` });
    const { rows } = await client.query('SELECT version, title FROM notes WHERE id = $1', [id]);
    return rows[0];
  });
}

describe('keepNewest', () => {
  it.each([
    ['in order', [1, 2, 3]],
    ['in reverse', [3, 2, 1]],
    ['twice', [3, 3, 1, 1]],
  ])('ends in the newest state: %s', async (_, versions) => {
    expect(await kept(versions)).toEqual({ version: 3, title: 'v3' });
  });

  it('counts the generation before the version: an owner that was restored begins again', async () => {
    const company_id = randomUUID();
    const id = randomUUID();
    const known = await notes.transactions.run(company_id, async () => {
      const { client } = notes.transactions.current(company_id);
      const keep = (generation: number, version: number) =>
        whileApplying({ generation }, () =>
          keepNewest(client, 'notes', KEY, { company_id, id, version, title: `${generation}.${version}` }),
        );
      for (const [generation, version] of [
        [0, 4],
        [7, 1],
        [0, 5],
        [7, 2],
        [7, 1],
      ] as const)
        await keep(generation, version);
      return (await client.query('SELECT title FROM notes WHERE id = $1', [id])).rows[0];
    });
    expect(known).toEqual({ title: '7.2' });
  });

  it('leaves the same version as it was', async () => {
    const company_id = randomUUID();
    const row = { company_id, id: randomUUID(), version: 1 };
    await notes.transactions.run(company_id, async () => {
      const { client } = notes.transactions.current(company_id);
      await keepNewest(client, 'notes', KEY, { ...row, title: 'first' });
      await keepNewest(client, 'notes', KEY, { ...row, title: 'second' });
      const { rows } = await client.query('SELECT title FROM notes');
      expect(rows).toEqual([{ title: 'first' }]);
    });
  });

  it('replaces the same version by one that is published again, and never a newer one', async () => {
    const company_id = randomUUID();
    const row = { company_id, id: randomUUID() };
    await notes.transactions.run(company_id, async () => {
      const { client } = notes.transactions.current(company_id);
      await keepNewest(client, 'notes', KEY, { ...row, version: 2, title: 'wrong' });
      await whileApplying({ generation: 0, again: true }, async () => {
        await keepNewest(client, 'notes', KEY, { ...row, version: 2, title: 'right' });
        await keepNewest(client, 'notes', KEY, { ...row, version: 1, title: 'old' });
      });
      const { rows } = await client.query('SELECT title FROM notes');
      expect(rows).toEqual([{ title: 'right' }]);
    });
  });

  it('cannot write for another company', async () => {
    const [company_id, other] = [randomUUID(), randomUUID()];
    const foreign = { company_id: other, id: randomUUID(), version: 1, title: 'foreign' };
    await expect(
      notes.transactions.run(company_id, () =>
        keepNewest(notes.transactions.current(company_id).client, 'notes', KEY, foreign),
      ),
    ).rejects.toThrow('row-level security');
  });
});
