import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toProblemError } from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Counters } from '../series/counters.js';
import { databaseSettingsSchema } from '../settings.js';
import { type Notes, notesDatabase, openNotes } from '../testing/notes.js';
import { close, giveBack, takeConnection, waitingForConnections } from './connections.js';

let database: TestDatabase;
let notes: Notes;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, 2);
});

afterAll(async () => {
  await notes.dataSource.destroy();
  await database.drop();
});

it('a company that waits for many connections does not go before one that waits for its first', async () => {
  const served: string[] = [];
  const take = async (companyId: string) => {
    const client = await takeConnection(notes.dataSource, companyId);
    served.push(companyId);
    return client;
  };
  const held = await Promise.all([take('a'), take('a')]);
  const others = ['a', 'a', 'a', 'b'].map(take);
  expect(waitingForConnections(notes.dataSource)).toBe(4);
  const ended = others.map(async (taken) => giveBack(await taken));
  for (const client of held) giveBack(client);
  await Promise.all(ended);
  expect(served.slice(0, 4)).toEqual(['a', 'a', 'a', 'b']);
  expect(served).toHaveLength(6);
  expect(waitingForConnections(notes.dataSource)).toBe(0);
});

it.each([
  ['SELECT 1 / 0', true],
  ['SELECT pg_terminate_backend(pg_backend_pid())', false],
])('after %s whether the connection is kept is %s', async (failing, isKept) => {
  const backend = async (statement?: string) => {
    const client = await takeConnection(notes.dataSource);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const error = statement && (await client.query(statement).catch((reason: unknown) => reason));
    giveBack(client, error);
    return rows[0]?.pid;
  };
  const pid = await backend(failing);
  expect((await backend()) === pid).toBe(isKept);
});

it('a connection that cannot be had leaves its place to the next one', async () => {
  const taken = await Promise.all([
    takeConnection(notes.dataSource, 'a'),
    takeConnection(notes.dataSource, 'a'),
  ]);
  const late = takeConnection(notes.dataSource, 'a');
  await expect(late).rejects.toThrow('timeout exceeded when trying to connect');
  for (const client of taken) close(client);
  giveBack(await takeConnection(notes.dataSource, 'b'));
});

it.each([
  ['has no certificate that is believed', { search: '?sslmode=verify-full' }],
  ['has no such database', { pathname: '/gone' }],
])('503 when the server %s, and a message waits: nothing was sent', async (_, elsewhere) => {
  const connectionString = Object.assign(new URL(database.serviceUrl), elsewhere).href;
  const counters = new Counters(databaseSettingsSchema.parse({ DATABASE_URL: connectionString }));
  const source = { driver: { master: new pg.Pool({ connectionString }) } } as unknown as DataSource;
  const count = () => counters.count(randomUUID(), 'SELECT 1', () => []);
  for (const ask of [() => takeConnection(source), count]) {
    const cause: unknown = await ask().catch((error: unknown) => error);
    expect(toProblemError(cause)).toMatchObject({ code: 'unavailable', options: { cause } });
  }
  await counters.close();
});
