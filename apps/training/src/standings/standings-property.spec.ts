import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Binds, CompanyTransactions } from '@safety/persistence';
import { type TestApi } from '@safety/testing';
import fc from 'fast-check';
import { seedCase } from '../testing/seed-case.js';
import {
  type Case,
  caseArbitrary,
  dayOf,
  LAST_DAY,
  naive,
  naiveStatus,
} from '../testing/standings-by-hand.js';
import { addPlace, startTraining, type TestPlace } from '../testing/training-under-test.js';
import { changedSince } from './changed-since.js';
import { StandingRows } from './standings.rows.js';

/**
 * Standings as SQL computes them against a naive computation of the same rules, for random courses, records,
 * requirements, assignments, waivers and classes, on days around leap days and the turn of years.
 */
let api: TestApi;
let companyId: string;
let places: TestPlace[];

beforeAll(async () => {
  api = await startTraining();
  companyId = randomUUID();
  const root = await addPlace(api, companyId);
  const site = await addPlace(api, companyId, root);
  places = [root, site, await addPlace(api, companyId, site)];
});

afterAll(() => api.close());

const laterDay = fc.nat({ max: LAST_DAY }).map(dayOf);

const zones = [
  'UTC',
  'Europe/Dublin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Niue',
];

/** The date on the calendars of a time zone. */
const todayIn = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });

/** The standings that SQL computes for a case, and the status of the person from its day on. */
async function computed(given: Case, timeZone: string, asOf?: string) {
  const transactions = api.app.get(CompanyTransactions);
  return transactions.run(companyId, async () => {
    const { client } = transactions.current(companyId);
    await client.query('SAVEPOINT one_case');
    const { personnelId, courseIds } = await seedCase(client, { companyId, places, timeZone }, given);
    const today = await api.app.get(StandingRows).begin({ companyId, timeZone }, asOf);
    const { rows } = await client.query(
      `SELECT course_id AS id, status, requirement, due_date AS "dueDate", archived,
         last_completed_on AS "lastCompletedOn", expires_on AS "expiresOn"
       FROM standings WHERE company_id = $1 AND personnel_id = $2`,
      [companyId, personnelId],
    );
    const { rows: steps } = await client.query<{ day: string; status: string }>(
      'SELECT day, status FROM training_steps($1, $2, $3, 1000) ORDER BY day',
      [companyId, [personnelId], today],
    );
    await client.query('ROLLBACK TO SAVEPOINT one_case');
    const standings = rows.map(({ id, ...row }) => ({ course: courseIds.indexOf(id), ...row }));
    return { today, steps, standings: standings.sort((one, other) => one.course - other.course) };
  });
}

it('standings are what a naive computation says, and so is the status on each later day', async () => {
  const laterDays = fc.array(fc.nat({ max: LAST_DAY }).map(dayOf), { maxLength: 4 });
  const property = fc.asyncProperty(caseArbitrary, laterDays, async (given, later) => {
    const { standings, steps } = await computed(given, 'UTC', given.today);
    expect(standings).toEqual(naive(given));
    for (const today of [given.today, ...later.filter((day) => day > given.today)]) {
      const status = steps.findLast(({ day }) => day <= today)?.status;
      expect({ today, status }).toEqual({ today, status: naiveStatus({ ...given, today }) });
    }
  });
  await fc.assert(property, { numRuns: 200 });
}, 60_000);

it('what the index keeps of a person is right on each day until the next on which anything can change', async () => {
  const kept = `SELECT id, requirement, status, expires_on, archived, modified_at FROM standings
    WHERE company_id = $1 AND personnel_id = $2 ORDER BY id`;
  let compared = 0;
  const property = fc.asyncProperty(caseArbitrary, fc.constantFrom(...zones), async (given, timeZone) => {
    await api.app.get(CompanyTransactions).run(companyId, async () => {
      const { client } = api.app.get(CompanyTransactions).current(companyId);
      await client.query('SAVEPOINT one_case');
      const { personnelId } = await seedCase(client, { companyId, places, timeZone }, given);
      const on = async (day: string) => {
        await api.app.get(StandingRows).begin({ companyId, timeZone }, day);
        return (await client.query(kept, [companyId, personnelId])).rows;
      };
      const before = await on(given.today);
      const { rows } = await client.query<{ last: string | null }>(
        'SELECT (min(day) - 1)::text AS last FROM standing_days($1, $2, $3) WHERE day > $3::date',
        [companyId, [personnelId], given.today],
      );
      expect(await on(rows[0]?.last ?? '2035-01-01')).toEqual(before);
      compared += before.length;
      await client.query('ROLLBACK TO SAVEPOINT one_case');
    });
  });
  await fc.assert(property, { numRuns: 150 });
  expect(compared).toBeGreaterThan(0);
}, 60_000);

/** The tables whose writes change standings, each with the column that says when. */
const written = {
  companies: ['applied_at'],
  personnel: ['applied_at'],
  org_structures: ['applied_at'],
  items: ['applied_at'],
  courses: ['created_at', 'modified_at'],
  training_records: ['created_at', 'modified_at'],
  training_assignments: ['created_at', 'modified_at'],
  classes: ['created_at', 'modified_at'],
  students: ['created_at', 'modified_at'],
};
const long = fc.constant('2020-01-01');
const stamps = fc.record(
  Object.fromEntries(
    Object.keys(written).map((table) => [table, fc.oneof(long, long, fc.nat({ max: LAST_DAY }).map(dayOf))]),
  ),
);

it('those that changed since an instant are those whose modifiedAt says so', async () => {
  const zone = fc.constantFrom(...zones);
  let narrowed = 0;
  const property = fc.asyncProperty(
    caseArbitrary,
    stamps,
    laterDay,
    zone,
    async (given, days, from, timeZone) => {
      const since = `${from}T11:00:00Z`;
      const found = await api.app.get(CompanyTransactions).run(companyId, async () => {
        const { client } = api.app.get(CompanyTransactions).current(companyId);
        await client.query('SAVEPOINT one_case');
        await seedCase(client, { companyId, places, timeZone }, given);
        for (const [table, columns] of Object.entries(written))
          for (const column of columns)
            await client.query(`UPDATE ${table} SET ${column} = '${days[table]}'`);
        await api.app.get(StandingRows).begin({ companyId, timeZone }, given.today);
        const binds = new Binds();
        const names: Record<string, string> = { personnelId: 'personnel_id', courseId: 'course_id' };
        const condition = changedSince(companyId, new Date(since))?.(
          (property) => names[property] ?? '',
          binds,
        );
        const text = `SELECT id, modified_at >= $${binds.values.length + 1} AS changed, ${condition} AS looked_at
        FROM standings WHERE company_id = $1`;
        const { rows } = await client.query<{ changed: boolean; looked_at: boolean }>(text, [
          ...binds.values,
          since,
        ]);
        await client.query('ROLLBACK TO SAVEPOINT one_case');
        return rows;
      });
      narrowed += found.filter((row) => !row.looked_at).length;
      expect(found.filter((row) => row.changed && !row.looked_at)).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 150 });
  expect(narrowed).toBeGreaterThan(0);
}, 60_000);

it('standings without a day are those of today in the time zone of the company', async () => {
  const property = fc.asyncProperty(caseArbitrary, fc.constantFrom(...zones), async (given, timeZone) => {
    const before = todayIn(timeZone);
    const { today, standings } = await computed(given, timeZone);
    expect([before, todayIn(timeZone)]).toContain(today);
    expect(standings).toEqual(naive({ ...given, today }));
  });
  await fc.assert(property, { numRuns: 60 });
}, 60_000);
