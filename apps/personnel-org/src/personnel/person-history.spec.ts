import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, derivedMembers } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import { type Answer, type TestApi, type TestCaller } from '@safety/testing';
import {
  addPerson,
  addPlace,
  setRoles,
  sql,
  startPersonnelOrg,
  type TestPlace,
} from '../testing/organisation.js';
import { daysLater, startOfDay } from './calendar.js';
import { HistoryEffects } from './history-effects.js';

let api: TestApi;
let admin: TestCaller;
let quarry: TestPlace;
let depot: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
  quarry = await addPlace(api, admin.companyId, 'Quarry');
  depot = await addPlace(api, admin.companyId, 'Depot');
});
afterAll(() => api.close());

const today = dateIn('Europe/Dublin', new Date());
const outcome = ({ status, body }: Answer) => [status, body.code];
const firstError = ({ status, body }: Answer) => [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];

const record = (effectiveDate: string, changes: object = {}) => ({
  effectiveDate,
  orgStructureId: quarry.id,
  jobTitle: 'Driver',
  employmentType: 'fullTime',
  employmentStatus: 'active',
  ...changes,
});

const at = (person: { id: string }, date?: string) =>
  `/personnel/${person.id}/history${date === undefined ? '' : `?date=${date}`}`;
const chain = async (person: { id: string }, query = '') =>
  (await admin.get(`${at(person)}${query}`)).body.data;
const read = async (person: { id: string }, query = '') =>
  (await admin.get(`/personnel/${person.id}${query}`)).body;

/** A person hired on 1 February 2020, who became a driver on 1 May 2021 and a foreman on 1 July 2022. */
async function driver() {
  const person = await addPerson(admin, quarry);
  const second = (await admin.post(at(person), record('2021-05-01'))).body;
  const third = (
    await admin.post(at(person), record('2022-07-01', { jobTitle: 'Foreman', orgStructureId: depot.id }))
  ).body;
  return { person, second, third };
}

describe('POST /personnel/{id}/history', () => {
  it('201: in force at once when its date has come; the person follows', async () => {
    const person = await addPerson(admin, quarry);
    const answer = await admin.post(at(person), record('2021-05-01', { reason: 'promotion' }));
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('location')]).toEqual([
      201,
      '"1"',
      `http://localhost:8080/api/personnel/${person.id}/history?date=2021-05-01`,
    ]);
    expect(answer.body).toMatchObject({
      personnelId: person.id,
      isCurrent: true,
      endDate: null,
      changedToRecordId: null,
      changedFields: ['jobTitle'],
      fte: 1,
    });
    expect(await read(person)).toMatchObject({
      jobTitle: 'Driver',
      version: 2,
      modifiedByUserId: admin.userId,
    });
    expect(await chain(person, '?date=2021-05-01')).toEqual([answer.body]);
  });

  it('201: between two others; the chain is linked anew and the person stays', async () => {
    const { person, second, third } = await driver();
    const between = (await admin.post(at(person), record('2022-01-01', { fte: 0.5 }))).body;
    const [newest, middle, older, first] = await chain(person);
    expect([newest.id, middle.id, older.id]).toEqual([third.id, between.id, second.id]);
    expect([first.changedToRecordId, older.changedToRecordId, middle.changedToRecordId]).toEqual([
      second.id,
      between.id,
      third.id,
    ]);
    expect([first.endDate, older.endDate, middle.endDate, newest.endDate]).toEqual([
      '2021-04-30',
      '2021-12-31',
      '2022-06-30',
      null,
    ]);
    expect(newest.changedFields).toEqual(['orgStructureId', 'jobTitle', 'fte']);
    expect((await read(person)).version).toBe(3);
  });

  it('201: of the future changes nothing yet', async () => {
    const person = await addPerson(admin, quarry);
    const date = daysLater(today, 30);
    await admin.post(at(person), record(date));
    expect(await read(person)).toMatchObject({ version: 1, jobTitle: 'Fitter', nextChangeDate: date });
  });

  it('201: somebody who leaves gets a date of termination, where there is none', async () => {
    const leaves = record('2023-04-05', { employmentStatus: 'terminated', reason: 'termination' });
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), leaves);
    expect(await read(person)).toMatchObject({
      employmentStatus: 'terminated',
      terminationDate: '2023-04-05',
    });
    const other = await addPerson(admin, quarry, { terminationDate: '2030-01-01' });
    await admin.post(at(other), leaves);
    expect((await read(other)).terminationDate).toBe('2030-01-01');
    const past = await addPerson(admin, quarry);
    await admin.post(at(past), record('2024-01-01', { reason: 'rehire' }));
    await admin.post(at(past), leaves);
    expect((await read(past)).terminationDate).toBeNull();
  });

  it('201: somebody who comes back has none any more, and gets a new one when leaving again', async () => {
    const leaves = (date: string) => record(date, { employmentStatus: 'terminated', reason: 'termination' });
    const person = await addPerson(admin, quarry);
    const leftOn = async () => (await read(person)).terminationDate;
    await admin.post(at(person), leaves('2023-04-05'));
    await admin.put(at(person, '2023-04-05'), leaves('2023-05-06'));
    expect(await leftOn()).toBe('2023-05-06');
    await admin.post(at(person), record('2024-01-01', { reason: 'rehire' }));
    expect(await read(person)).toMatchObject({ employmentStatus: 'active', terminationDate: null });
    await admin.post(at(person), leaves('2025-01-01'));
    expect(await leftOn()).toBe('2025-01-01');
    await admin.delete(at(person, '2025-01-01'));
    expect(await leftOn()).toBeNull();
  });

  it('201: a return of the future takes the date of termination away on its day', async () => {
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), record('2023-04-05', { employmentStatus: 'terminated' }));
    await admin.post(at(person), record(daysLater(today, 3), { reason: 'rehire' }));
    expect((await read(person)).terminationDate).toBe('2023-04-05');
    await api.app.get(HistoryEffects).run(startOfDay(daysLater(today, 3), 'Europe/Dublin'));
    expect((await read(person)).terminationDate).toBeNull();
  });

  it('409 history-date-exists, 409 duplicate for the external id, 409 archived', async () => {
    const { person, second } = await driver();
    const again = await admin.post(at(person), record('2021-05-01'));
    expect([...outcome(again), again.body.conflictingId]).toEqual([409, 'history-date-exists', second.id]);
    const externalId = randomUUID();
    await admin.post(at(person), record('2023-01-01', { externalId }));
    expect(outcome(await admin.post(at(person), record('2023-02-01', { externalId })))).toEqual([
      409,
      'duplicate',
    ]);
    await admin.delete(`/personnel/${person.id}`);
    expect(outcome(await admin.post(at(person), record('2023-03-01')))).toEqual([409, 'archived']);
    expect(outcome(await admin.put(at(person, '2021-05-01'), record('2021-05-01')))).toEqual([
      409,
      'archived',
    ]);
    expect(outcome(await admin.delete(at(person, '2021-05-01')))).toEqual([409, 'archived']);
    expect(await chain(person)).toHaveLength(4);
  });

  it.each([
    ['before the hire date', { effectiveDate: '2020-01-31' }, '/effectiveDate', 'before-start'],
    ['more than two years ahead', { effectiveDate: daysLater(today, 732) }, '/effectiveDate', 'out-of-range'],
    ['no date', { effectiveDate: undefined }, '/effectiveDate', 'required'],
    ['an unknown org structure', { orgStructureId: randomUUID() }, '/orgStructureId', 'not-found'],
    ['an unknown line manager', { lineManagerId: randomUUID() }, '/lineManagerId', 'not-found'],
    ['an unknown status', { employmentStatus: 'rich' }, '/employmentStatus', 'invalid-enum'],
    ['more than full time', { fte: 1.1 }, '/fte', 'out-of-range'],
    ['an unknown member', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const person = await addPerson(admin, quarry);
    expect(firstError(await admin.post(at(person), record('2021-01-01', changes)))).toEqual([
      422,
      pointer,
      code,
    ]);
  });

  it('422 not-found: an org structure and a line manager of another company', async () => {
    const stranger = await api.caller();
    const mine = await addPlace(api, stranger.companyId, 'Mine');
    const boss = await addPerson(stranger, mine);
    const person = await addPerson(admin, quarry);
    const body = record('2021-01-01', { orgStructureId: mine.id, lineManagerId: boss.id });
    expect((await admin.post(at(person), body)).body.errors).toMatchObject([
      { pointer: '/orgStructureId', code: 'not-found' },
      { pointer: '/lineManagerId', code: 'not-found' },
    ]);
  });

  it('412 version-mismatch: If-Match is about the person', async () => {
    const person = await addPerson(admin, quarry);
    const post = (tag: string) =>
      admin.post(at(person), record('2021-01-01'), { headers: { 'if-match': tag } });
    expect(outcome(await post('"7"'))).toEqual([412, 'version-mismatch']);
    expect((await post('"1"')).status).toBe(201);
  });
});

describe('PUT /personnel/{id}/history', () => {
  it('200: the record of the query, or of the body', async () => {
    const { person, second } = await driver();
    const put = await admin.put(at(person, '2021-05-01'), { ...second, jobTitle: 'Rigger' });
    expect([put.status, put.headers.get('etag'), put.body.jobTitle, put.body.id]).toEqual([
      200,
      '"2"',
      'Rigger',
      second.id,
    ]);
    const byBody = await admin.put(at(person), { ...second, jobTitle: 'Banksman' });
    expect([byBody.status, byBody.body.jobTitle, byBody.body.id]).toEqual([200, 'Banksman', second.id]);
    const { effectiveDate, ...rest } = record('2021-05-01', { jobTitle: 'Welder' });
    const byQuery = await admin.put(at(person, '2021-05-01'), rest);
    expect(byQuery.body).toMatchObject({ effectiveDate, jobTitle: 'Welder' });
  });

  it('200: both and different move the record; what is in force follows', async () => {
    const { person, second, third } = await driver();
    const moved = await admin.put(at(person, '2022-07-01'), { ...third, effectiveDate: '2021-03-01' });
    expect(moved.body).toMatchObject({
      id: third.id,
      effectiveDate: '2021-03-01',
      endDate: '2021-04-30',
      changedToRecordId: second.id,
      isCurrent: false,
    });
    expect(await read(person)).toMatchObject({ jobTitle: 'Driver', orgStructureId: quarry.id, version: 4 });
  });

  it.each(['2020-02-02', '2027-01-01'])('422: the first record moves to %s', async (date) => {
    const single = await addPerson(admin, quarry);
    for (const person of [single, (await driver()).person]) {
      const answer = await admin.put(at(person, '2020-02-01'), record(date));
      expect(firstError(answer)).toEqual([422, '/effectiveDate', 'out-of-range']);
      expect((await chain(person)).at(-1).effectiveDate).toBe('2020-02-01');
    }
  });

  it('404 history-date-not-found, 409 history-date-exists, 409 duplicate, 412 version-mismatch', async () => {
    const { person, second, third } = await driver();
    expect(outcome(await admin.put(at(person, '2021-05-02'), second))).toEqual([
      404,
      'history-date-not-found',
    ]);
    const taken = { ...third, effectiveDate: '2021-05-01' };
    expect(outcome(await admin.put(at(person, '2022-07-01'), taken))).toEqual([409, 'history-date-exists']);
    const externalId = randomUUID();
    await admin.put(at(person, '2021-05-01'), { ...second, externalId });
    expect(outcome(await admin.put(at(person, '2022-07-01'), { ...third, externalId }))).toEqual([
      409,
      'duplicate',
    ]);
    const stale = await admin.put(at(person, '2021-05-01'), second, { headers: { 'if-match': '"1"' } });
    expect(outcome(stale)).toEqual([412, 'version-mismatch']);
  });

  it('400 and 422: no date anywhere, or none that is one', async () => {
    const { person } = await driver();
    const { effectiveDate: _, ...rest } = record('2021-05-01');
    const none = await admin.put(at(person), rest);
    expect([...outcome(none), none.body.errors[0].parameter]).toEqual([400, 'invalid-parameter', 'date']);
    expect((await admin.put(at(person, 'yesterday'), rest)).status).toBe(400);
    expect(firstError(await admin.put(at(person), { ...rest, effectiveDate: 'soon' }))).toEqual([
      422,
      '/effectiveDate',
      'invalid-format',
    ]);
  });

  it('200: an org structure that was archived meanwhile may stay, a new one may not be', async () => {
    const closed = await addPlace(api, admin.companyId, 'Closed');
    const person = await addPerson(admin, quarry);
    const { body } = await admin.post(at(person), record('2021-01-01', { orgStructureId: closed.id }));
    await sql(api, admin.companyId, 'UPDATE org_structures SET archived_at = now() WHERE id = $1', [
      closed.id,
    ]);
    expect((await admin.put(at(person), { ...body, note: 'Still.' })).status).toBe(200);
    const other = await admin.post(at(person), record('2022-01-01', { orgStructureId: closed.id }));
    expect(firstError(other)).toEqual([422, '/orgStructureId', 'archived-reference']);
  });
});

describe('DELETE /personnel/{id}/history', () => {
  it('204: gone for good, and the chain closes', async () => {
    const { person, third } = await driver();
    expect((await admin.delete(at(person, '2021-05-01'))).status).toBe(204);
    const [, first] = await chain(person);
    expect([first.changedToRecordId, first.endDate]).toEqual([third.id, '2022-06-30']);
    expect(outcome(await admin.delete(at(person, '2021-05-01')))).toEqual([404, 'history-date-not-found']);
    expect((await admin.delete(at(person, '2022-07-01'))).status).toBe(204);
    expect(await read(person)).toMatchObject({ jobTitle: 'Fitter', orgStructureId: quarry.id });
    const { rows } = await sql(
      api,
      admin.companyId,
      "SELECT members FROM changes WHERE id = $1 AND operation = 'deleted'",
      [third.id],
    );
    expect(rows[0].members).toEqual(
      expect.arrayContaining([{ member: 'jobTitle', from: 'Foreman', to: null, redacted: false }]),
    );
  });

  it('409 last-history-record, 412 version-mismatch, 400 without a date', async () => {
    const person = await addPerson(admin, quarry);
    expect(outcome(await admin.delete(at(person, '2020-02-01')))).toEqual([409, 'last-history-record']);
    await admin.post(at(person), record('2021-01-01'));
    const stale = await admin.delete(at(person, '2021-01-01'), { headers: { 'if-match': '"2"' } });
    expect(outcome(stale)).toEqual([412, 'version-mismatch']);
    expect((await admin.delete(at(person))).status).toBe(400);
  });

  it('409 first-history-record: the days from the hire date on keep their record', async () => {
    const { person } = await driver();
    expect(outcome(await admin.delete(at(person, '2020-02-01')))).toEqual([409, 'first-history-record']);
    expect(await chain(person)).toHaveLength(3);
  });
});

describe('GET /personnel/{id}/history', () => {
  it('200: the newest first, from and to, a page at a time', async () => {
    const { person } = await driver();
    const dates = async (query: string) =>
      (await chain(person, query)).map(({ effectiveDate }: { effectiveDate: string }) => effectiveDate);
    expect(await dates('')).toEqual(['2022-07-01', '2021-05-01', '2020-02-01']);
    expect(await dates('?from=2021-05-01')).toEqual(['2022-07-01', '2021-05-01']);
    expect(await dates('?to=2021-05-01')).toEqual(['2020-02-01']);
    const { page } = (await admin.get(`${at(person)}?limit=2`)).body;
    expect(await dates(`?limit=2&cursor=${page.nextCursor}`)).toEqual(['2020-02-01']);
    const other = await addPerson(admin, quarry);
    expect((await admin.get(`${at(other)}?limit=2&cursor=${page.nextCursor}`)).body.code).toBe(
      'invalid-cursor',
    );
  });

  it.each(['?from=x', '?limit=0', '?sort=effectiveDate', '?date=1'])('400: %s', async (query) => {
    expect((await admin.get(`${at(await addPerson(admin, quarry))}${query}`)).status).toBe(400);
  });
});

describe('a person of another company, or out of reach', () => {
  it('404: each path, and nothing changed', async () => {
    const { person } = await driver();
    const local = await api.caller({
      companyId: admin.companyId,
      permissions: builtInRoles.admin,
      orgStructureIds: [quarry.id],
    });
    for (const caller of [await api.caller(), local])
      for (const answer of [
        await caller.get(at(person)),
        await caller.post(at(person), record('2023-01-01')),
        await caller.put(at(person, '2021-05-01'), record('2021-05-01')),
        await caller.delete(at(person, '2021-05-01')),
        await caller.delete(`/personnel/${person.id}`),
        await caller.put(`/personnel/${person.id}/restore`),
      ])
        expect(outcome(answer)).toEqual([404, 'not-found']);
    expect(await chain(person)).toHaveLength(3);
  });

  it('403: in sight, and no permission to write there; a new place needs it too', async () => {
    const reader = await api.caller({ companyId: admin.companyId });
    await setRoles(api, reader.userId, admin.companyId, [
      { permissions: ['personnel.read'] },
      { permissions: ['personnel.write'], orgStructureIds: [quarry.id] },
    ]);
    const { person } = await driver();
    for (const answer of [
      await reader.post(at(person), record('2023-01-01')),
      await reader.put(at(person, '2021-05-01'), record('2021-05-01')),
      await reader.delete(at(person, '2021-05-01')),
    ])
      expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'personnel.write']);
    const near = await addPerson(admin, quarry);
    expect((await reader.post(at(near), record('2021-01-01', { orgStructureId: depot.id }))).status).toBe(
      403,
    );
    expect((await reader.post(at(near), record('2021-01-01'))).status).toBe(201);
  });
});

describe('a role that counts at one org structure', () => {
  // At the quarry until 2022, at the depot since, back at the quarry in the year 2027.
  async function mover() {
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), record('2022-01-01', { orgStructureId: depot.id }));
    await admin.post(at(person), record('2024-01-01', { orgStructureId: depot.id, jobTitle: 'Foreman' }));
    await admin.post(at(person), record('2027-01-01'));
    return person;
  }
  const atDepot = (date: string, changes: object = {}) =>
    record(date, { orgStructureId: depot.id, ...changes });

  it.each<[string, (local: TestCaller, person: { id: string }) => Promise<Answer>]>([
    ['DELETE: the person would fall back to another one', (c, p) => c.delete(at(p, '2022-01-01'))],
    ['DELETE: a move of the future to another one', (c, p) => c.delete(at(p, '2027-01-01'))],
    ['PUT: a record at another one', (c, p) => c.put(at(p, '2020-02-01'), record('2020-02-01'))],
    [
      'PUT: later, the days between fall to another one',
      (c, p) => c.put(at(p, '2022-01-01'), atDepot('2022-02-01')),
    ],
    ['PUT: earlier, over days of another one', (c, p) => c.put(at(p, '2022-01-01'), atDepot('2021-01-01'))],
    ['POST: over days of another one', (c, p) => c.post(at(p), atDepot('2021-01-01'))],
    ['POST: over days to come of another one', (c, p) => c.post(at(p), atDepot('2027-02-01'))],
    ['PATCH of the hire date', (c, p) => c.patch(`/personnel/${p.id}`, { hireDate: '2020-01-01' })],
  ])('403, nothing changed: %s', async (_, write) => {
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [depot.id] });
    const person = await mover();
    const [before, records] = [await read(person), await chain(person)];
    const answer = await write(local, person);
    expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'personnel.write']);
    expect([await read(person), await chain(person)]).toEqual([before, records]);
  });

  it('200, 201, 204: writes that change days at that org structure alone', async () => {
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [depot.id] });
    const person = await mover();
    expect((await local.post(at(person), atDepot('2023-01-01'))).status).toBe(201);
    expect((await local.put(at(person, '2023-01-01'), atDepot('2023-02-01'))).status).toBe(200);
    expect((await local.put(at(person, '2022-01-01'), atDepot('2022-01-01', { fte: 0.5 }))).status).toBe(200);
    expect((await local.delete(at(person, '2024-01-01'))).status).toBe(204);
  });
});

/** Numbers that look random and are the same in each run of a seed (mulberry32). */
const numbersOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

describe.each([1, 2, 3])('random writes (seed %s)', (seed) => {
  it('leave what a naive look at the records finds, on every date', async () => {
    const random = numbersOf(seed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const HIRED = '2020-02-01';
    const person = await addPerson(admin, quarry);
    const model = new Map<string, Record<string, unknown>>();
    const [first] = await chain(person);
    model.set(HIRED, first);
    const anyDate = () => daysLater(HIRED, Math.floor(random() * 400) * 7);
    for (let step = 0; step < 40; step++) {
      const date = random() < 0.5 ? anyDate() : pick([...model.keys()]);
      const body = record(anyDate(), {
        orgStructureId: pick([quarry, depot]).id,
        jobTitle: pick(['Driver', 'Fitter', 'Foreman']),
        employmentStatus: pick(['active', 'onLeave', 'suspended']),
        fte: pick([0.5, 0.8, 1]),
      });
      const kind = pick(['post', 'put', 'delete'] as const);
      if (kind === 'post') {
        const answer = await admin.post(at(person), body);
        expect(answer.status).toBe(model.has(body.effectiveDate) ? 409 : 201);
        if (answer.status === 201) model.set(body.effectiveDate, answer.body);
      } else if (kind === 'put') {
        const answer = await admin.put(at(person, date), body);
        const movesFirst = date === HIRED && body.effectiveDate !== HIRED;
        if (movesFirst) {
          expect(firstError(answer)).toEqual([422, '/effectiveDate', 'out-of-range']);
          continue;
        }
        const taken = body.effectiveDate !== date && model.has(body.effectiveDate);
        expect(answer.status).toBe(!model.has(date) ? 404 : taken ? 409 : 200);
        if (answer.status !== 200) continue;
        model.delete(date);
        model.set(body.effectiveDate, answer.body);
      } else {
        const { status } = await admin.delete(at(person, date));
        expect(status).toBe(!model.has(date) ? 404 : date === HIRED ? 409 : 204);
        if (status === 204) model.delete(date);
      }
    }
    const dates = [...model.keys()].sort();
    const links = (await chain(person, '?limit=200')).reverse();
    expect(links.map((link: { effectiveDate: string }) => link.effectiveDate)).toEqual(dates);
    // No gap: every day of the employment has a record.
    expect(dates[0]).toBe(HIRED);
    for (const [index, link] of links.entries()) {
      const next = links[index + 1];
      expect(link.changedToRecordId).toBe(next?.id ?? null);
      expect(link.endDate).toBe(next ? daysLater(next.effectiveDate, -1) : null);
      expect(link.isCurrent).toBe(link.effectiveDate <= today && !(next && next.effectiveDate <= today));
    }
    const asked = [
      HIRED,
      daysLater(HIRED, -1),
      today,
      ...dates.flatMap((date) => [daysLater(date, -1), date]),
    ];
    for (const date of asked) {
      const inForce = model.get(dates.findLast((one) => one <= date) ?? '');
      const seen = await read(person, `?asOf=${date}`);
      for (const member of derivedMembers.filter((name) => name !== 'orgStructurePath'))
        expect([date, member, seen[member]]).toEqual([date, member, inForce?.[member] ?? null]);
      expect(seen.nextChangeDate).toBe(dates.find((one) => one > date) ?? null);
    }
    expect((await read(person)).jobTitle).toBe(
      model.get(dates.findLast((one) => one <= today) ?? '')?.jobTitle,
    );
  });
});

describe('a record of the future takes effect once, when its day begins where the company is', () => {
  // Both changes of daylight saving, at midnight in Havana and Beirut; one zone that has none.
  const days: [timeZone: string, spring: string, autumn: string][] = [
    ['Europe/Dublin', '2027-03-28', '2027-10-31'],
    ['America/New_York', '2027-03-14', '2027-11-07'],
    ['America/Havana', '2027-03-14', '2027-11-07'],
    ['Asia/Beirut', '2027-03-28', '2027-10-31'],
    ['Pacific/Auckland', '2027-09-26', '2027-04-04'],
    ['Asia/Kolkata', '2027-03-28', '2027-10-31'],
  ];
  const effects = () => api.app.get(HistoryEffects);

  it.each(days.flatMap(([timeZone, ...dates]) => dates.map((date) => [timeZone, date] as const)))(
    '%s, %s',
    async (timeZone, date) => {
      const caller = await api.caller();
      await setRoles(api, caller.userId, caller.companyId, [{ permissions: builtInRoles.admin }], timeZone);
      const place = await addPlace(api, caller.companyId, 'Quarry');
      const person = await addPerson(caller, place);
      await caller.post(at(person), record(date, { orgStructureId: place.id }));
      const versionAt = async (instant: Date) => {
        await effects().run(instant);
        return (await caller.get(`/personnel/${person.id}`)).body.version;
      };
      const begins = startOfDay(date, timeZone);
      expect(dateIn(timeZone, begins)).toBe(date);
      expect(dateIn(timeZone, new Date(begins.getTime() - 1))).toBe(daysLater(date, -1));
      expect(await versionAt(new Date(begins.getTime() - 1))).toBe(1);
      expect(await versionAt(begins)).toBe(2);
      expect(await versionAt(new Date(begins.getTime() + 86_400_000))).toBe(2);
      const { rows } = await sql(
        api,
        caller.companyId,
        `SELECT envelope -> 'payload' AS payload FROM outbox WHERE envelope ->> 'type' = 'personnel-changed.v1'
           AND envelope -> 'payload' ->> 'id' = $1 ORDER BY id`,
        [person.id],
      );
      expect(rows.map(({ payload }) => [payload.version, payload.jobTitle])).toEqual([
        [1, 'Fitter'],
        [2, 'Driver'],
      ]);
    },
  );

  it('not when it was moved to a later day or deleted, and at once when it was moved to the past', async () => {
    const person = await addPerson(admin, quarry);
    const [soon, later] = [daysLater(today, 10), daysLater(today, 20)];
    await admin.post(at(person), record(soon));
    await admin.put(at(person, soon), record(later));
    const version = async (date: string) => {
      await effects().run(startOfDay(date, 'Europe/Dublin'));
      return (await read(person)).version;
    };
    expect([await version(soon), await version(later)]).toEqual([1, 2]);
    await admin.post(at(person), record(daysLater(today, 30)));
    await admin.delete(at(person, daysLater(today, 30)));
    expect(await version(daysLater(today, 30))).toBe(2);
    await admin.post(at(person), record(daysLater(today, 40), { jobTitle: 'Welder' }));
    await admin.put(at(person, daysLater(today, 40)), record('2023-01-01', { jobTitle: 'Welder' }));
    expect((await read(person)).jobTitle).toBe('Welder');
    const now = (await read(person)).version;
    expect(await version(daysLater(today, 40))).toBe(now);
  });
});
