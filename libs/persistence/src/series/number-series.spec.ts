import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@safety/testing';
import { databaseSettingsSchema } from '../settings.js';
import { type Notes, notesDatabase, openNotes } from '../testing/notes.js';
import { Counters } from './counters.js';
import { NumberSeries, raiseNumberSeries, referenceOf } from './number-series.js';

const CONNECTIONS = 6;

/** Keeps the company of each statement. */
class SeenCounters extends Counters {
  readonly statements: string[] = [];

  override count<Row extends object>(companyId: string, text: string, values: () => unknown[]): Promise<Row> {
    this.statements.push(companyId);
    return super.count(companyId, text, values);
  }
}

let database: TestDatabase;
let notes: Notes;
let counters: SeenCounters;
let series: NumberSeries;

beforeAll(async () => {
  database = await notesDatabase();
  notes = await openNotes(database.serviceUrl, CONNECTIONS);
  counters = new SeenCounters(databaseSettingsSchema.parse({ DATABASE_URL: database.serviceUrl }));
  series = new NumberSeries(notes.transactions, counters);
});

afterAll(async () => {
  await Promise.all([notes.dataSource.destroy(), counters.close()]);
  await database.drop();
});

const newCompany = (timeZone = 'UTC') => ({ companyId: randomUUID(), userId: null, timeZone });
type Company = ReturnType<typeof newCompany>;
const within = <Result>({ companyId }: Company, work: () => Promise<Result>) =>
  notes.transactions.run(companyId, work);
const next = (company: Company, name = 'P') => within(company, () => series.next(company, name));

describe('a series of numbers', () => {
  it('counts for each company and each series', async () => {
    const [ours, theirs] = [newCompany(), newCompany()];
    expect([await next(ours), await next(ours), await next(theirs), await next(ours, 'Q')]).toEqual([
      'P-000001',
      'P-000002',
      'P-000001',
      'Q-000001',
    ]);
  });

  it('of a year carries the year of the company', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const company = newCompany(timeZone);
      const [reference, year] = await within(company, async () => {
        const { client } = notes.transactions.current(company.companyId);
        const { rows } = await client.query('SELECT extract(year FROM now() AT TIME ZONE $1)::text AS year', [
          timeZone,
        ]);
        return [await series.nextOfYear(company, 'HAZ'), rows[0].year];
      });
      expect(reference).toBe(`HAZ-${year}-000001`);
    }
  });

  it('of a year and one that goes on share no numbers', async () => {
    const company = newCompany();
    await next(company, 'HAZ');
    expect(await within(company, () => series.nextOfYear(company, 'HAZ'))).toMatch(/^HAZ-\d{4}-000001$/);
  });

  it('passes over what is in use', async () => {
    const company = newCompany();
    const taken = new Set(Array.from({ length: 60 }, (_, index) => referenceOf('P', index + 1)));
    taken.delete('P-000003');
    const asked: number[] = [];
    const inUse = {
      has: async (reference: string) => taken.has(reference),
      lastInRow: async (number: number) => {
        asked.push(number);
        return 60;
      },
    };
    const free = () => within(company, () => series.next(company, 'P', inUse));
    expect([await free(), await free(), asked]).toEqual(['P-000003', 'P-000061', [8]]);
    expect(await next(company)).toBe('P-000062');
  });

  it('gives no number twice, nor the one of a transaction that was rolled back', async () => {
    const company = newCompany();
    const rolledBack = within(company, async () => {
      await series.next(company, 'P');
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const references = await Promise.all(Array.from({ length: 5 }, () => next(company)));
    expect(references.sort()).toEqual([2, 3, 4, 5, 6].map((number) => referenceOf('P', number)));
  });

  it('lets nobody wait for a transaction that goes on, though all connections are taken', async () => {
    const company = newCompany();
    const all = Promise.withResolvers<void>();
    const references: string[] = [];
    const holder = () =>
      within(company, async () => {
        // Takes a connection.
        await notes.transactions.current(company.companyId).client.query('SELECT 1');
        references.push(await series.next(company, 'P'));
        if (references.length === CONNECTIONS) all.resolve();
        await all.promise;
      });
    await Promise.all(Array.from({ length: CONNECTIONS }, holder));
    expect(new Set(references).size).toBe(CONNECTIONS);
  });

  it.each(['SELECT 1 / 0', 'SELECT pg_terminate_backend(pg_backend_pid())'])(
    'goes on after %s, and behind the same wall',
    async (failing) => {
      const company = newCompany();
      await next(company);
      await expect(counters.count(company.companyId, failing, () => [])).rejects.toThrow();
      expect(await next(company)).toBe('P-000002');
      const foreign = counters.count(newCompany().companyId, 'SELECT FROM number_series', () => []);
      await expect(foreign).rejects.toThrow('A counter answers');
    },
  );

  it('counts all who wait with one statement, in the order they came', async () => {
    const [ours, theirs] = [newCompany(), newCompany()];
    const before = counters.statements.length;
    const asked = [ours, ours, theirs, ours, ours, theirs].map((company) =>
      within(company, () => series.next(company, 'P')),
    );
    expect(await Promise.all(asked)).toEqual([1, 2, 1, 3, 4, 2].map((number) => referenceOf('P', number)));
    expect(counters.statements.slice(before)).toEqual([ours.companyId, theirs.companyId]);
  });

  it('is of the company of the transaction alone', async () => {
    const [ours, theirs] = [newCompany(), newCompany()];
    await expect(within(ours, () => series.next(theirs, 'P'))).rejects.toThrow('another company');
  });

  it('goes on behind the numbers of demo rows, and never back', async () => {
    const company = newCompany();
    for (const last of [40, 7])
      await within(company, async () => {
        const { client } = notes.transactions.current(company.companyId);
        await raiseNumberSeries(client, company.companyId, 'P', last);
      });
    expect(await next(company)).toBe('P-000041');
  });
});

it('references are padded, and grow beyond', () => {
  expect([referenceOf('HAZ', 123, 2026), referenceOf('P', 1_234_567)]).toEqual([
    'HAZ-2026-000123',
    'P-1234567',
  ]);
});
