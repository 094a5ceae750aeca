import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestCaller } from '@safety/testing';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type NotesApi, startNotes } from '../testing/notes-service.js';

let api: NotesApi;
let caller: TestCaller;
let taken = 0;

beforeAll(async () => {
  api = await startNotes();
  caller = await api.caller();
  const pool = (api.app.get(DataSource).driver as PostgresDriver).master;
  pool.on('acquire', () => {
    taken += 1;
  });
});

beforeEach(() => {
  taken = 0;
});

afterAll(() => api.close());

describe('a request that is refused for what it says', () => {
  it.each<[number, string, () => ReturnType<TestCaller['get']>]>([
    [400, 'an unknown parameter', () => caller.get('/notes?colour=red')],
    [400, 'a limit out of range', () => caller.get('/notes?limit=0')],
    [400, 'an unknown member in fields', () => caller.get('/notes?fields=colour')],
    [400, 'a cursor that was made up', () => caller.get('/notes?cursor=x')],
    [400, 'a query that the handler does not take', () => caller.post('/notes?colour=red', { title: 'x' })],
    [404, 'an id that cannot exist', () => caller.get('/notes/x')],
    [422, 'a body without a required member', () => caller.post('/notes', {})],
    [422, 'a body with an unknown member', () => caller.post('/notes', { title: 'x', colour: 'red' })],
    [422, 'a body that names no row', () => caller.put('/notes', { title: 'x' })],
  ])('%i takes no connection: %s', async (status, _, request) => {
    expect((await request()).status).toBe(status);
    expect(taken).toBe(0);
  });
});

describe('a request that reads or writes', () => {
  it.each<[number, string, () => ReturnType<TestCaller['get']>]>([
    [200, 'a list', () => caller.get('/notes')],
    [201, 'a new row', () => caller.post('/notes', { title: 'x' })],
    [404, 'a row that there is not', () => caller.get(`/notes/${randomUUID()}`)],
  ])('%i takes one: %s', async (status, _, request) => {
    expect((await request()).status).toBe(status);
    expect(taken).toBe(1);
  });
});
