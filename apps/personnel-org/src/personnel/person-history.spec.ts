import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dateIn, startOfDay } from '@safety/platform';
import { describeChanges, describeUnreadable, type TestCaller } from '@safety/testing';
import { addPerson, addPlace, sql } from '../testing/organisation.js';
import { firstError, outcome, startScene } from '../testing/scene.js';
import { historyOf as at, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';
import { HistoryEffects } from './history-effects.js';

const { api, admin, quarry, depot } = await startScene();

const today = dateIn('Europe/Dublin', new Date());

const record = (effectiveDate: string, changes: object = {}) => historyRecord(quarry, effectiveDate, changes);
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

  it('201, 200, 204: polls have whom a record of another day concerns, in the same version', async () => {
    const { person, second } = await driver();
    const date = daysLater(today, 30);
    const planned = (changes: object = {}) => record(date, { jobTitle: 'Foreman', ...changes });
    const polled = async (write: () => Promise<unknown>) => {
      const { modifiedAt } = await read(person);
      await write();
      const since = new Date(Date.parse(modifiedAt) + 1).toISOString();
      const { data } = (await admin.get(`/personnel?ids=${person.id}&modifiedSince=${since}`)).body;
      return data;
    };
    const is = await read(person);
    const next = (nextChangeDate: string | null, { userId: modifiedByUserId } = admin) => [
      expect.objectContaining({ id: is.id, version: is.version, nextChangeDate, modifiedByUserId }),
    ];
    const colleague = await api.caller({ companyId: admin.companyId });
    expect(await polled(() => colleague.post(at(person), planned()))).toEqual(next(date, colleague));
    const later = daysLater(date, 1);
    expect(await polled(() => admin.put(at(person, date), planned({ effectiveDate: later })))).toEqual(
      next(later),
    );
    expect(await polled(() => admin.delete(at(person, later)))).toEqual(next(null));
    expect(await polled(() => admin.put(at(person), { ...second, note: 'By hand.' }))).toEqual(next(null));
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

  it('409 archived: nothing brings a person back to an archived org structure', async () => {
    const place = await addPlace(api, admin.companyId, 'Closing');
    const [left, moved] = [await addPerson(admin, place), await addPerson(admin, place)];
    await admin.post(
      at(left),
      record('2021-05-01', { employmentStatus: 'terminated', orgStructureId: place.id }),
    );
    await admin.post(at(moved), record('2021-05-01'));
    expect((await admin.delete(`/orgstructures/${place.id}`)).status).toBe(204);
    for (const person of [left, moved])
      for (const headers of [{}, { 'if-match': '"7"' }]) {
        const answer = await admin.delete(at(person, '2021-05-01'), { headers });
        expect(outcome(answer)).toEqual([409, 'archived']);
      }
    const later = record(daysLater(today, 9));
    expect(outcome(await admin.put(at(moved, '2021-05-01'), later))).toEqual([409, 'archived']);
    const back = await admin.put(at(left, '2021-05-01'), record('2021-05-01', { orgStructureId: place.id }));
    expect(firstError(back)).toEqual([422, '/orgStructureId', 'archived-reference']);
    expect((await read(left)).employmentStatus).toBe('terminated');
  });

  it('201: who has left stays so since the first day, whatever a later record corrects', async () => {
    const leaves = (date: string) => record(date, { employmentStatus: 'terminated' });
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), leaves('2023-03-31'));
    await admin.post(at(person), leaves('2023-06-01'));
    expect((await read(person)).terminationDate).toBe('2023-03-31');
    await admin.delete(at(person, '2023-03-31'));
    expect((await read(person)).terminationDate).toBe('2023-06-01');
  });

  it('409 archived: nobody comes back to a line manager who is archived', async () => {
    const [manager, other] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const person = await addPerson(admin, quarry);
    const reports = await admin.patch(`/personnel/${person.id}`, { lineManagerId: manager.id });
    expect(reports.status).toBe(200);
    const leaving = record('2021-05-01', { employmentStatus: 'terminated' });
    expect((await admin.post(at(person), leaving)).status).toBe(201);
    const planned = record(daysLater(today, 9), { reason: 'rehire' });
    expect((await admin.post(at(person), planned)).status).toBe(201);
    expect(outcome(await admin.delete(`/personnel/${manager.id}`))).toEqual([409, 'in-use']);
    await admin.delete(at(person, planned.effectiveDate));
    const gone = { employmentStatus: 'terminated' };
    const another = await addPerson(admin, quarry, { lineManagerId: manager.id }, gone);
    expect((await admin.delete(`/personnel/${manager.id}`)).status).toBe(204);
    const archivedToo = await addPerson(admin, quarry);
    await admin.patch(`/personnel/${archivedToo.id}`, { lineManagerId: other.id });
    await admin.post(at(archivedToo), leaving);
    await admin.post(at(archivedToo), planned);
    for (const { id } of [archivedToo, other])
      expect((await admin.delete(`/personnel/${id}`)).status).toBe(204);
    const restored = await admin.put(`/personnel/${archivedToo.id}/restore`);
    expect([...outcome(restored), restored.body.detail]).toEqual([
      409,
      'archived',
      'The line manager is archived: restore them first.',
    ]);
    const active = await addPerson(admin, quarry);
    for (const answer of [
      await admin.post(at(person), planned),
      await admin.post(at(person), record('2022-05-01')),
      await admin.post(at(another), record('2022-05-01', { lineManagerId: active.id })),
      await admin.put(at(person, '2021-05-01'), record('2021-05-01')),
      await admin.delete(at(person, '2021-05-01')),
    ])
      expect([...outcome(answer), answer.body.detail]).toEqual([
        409,
        'archived',
        'The line manager is archived: restore them, or give the person another one first.',
      ]);
    expect((await admin.post(at(person), record('2021-03-01'))).status).toBe(201);
    expect((await read(person)).employmentStatus).toBe('terminated');
    expect((await admin.patch(`/personnel/${another.id}`, { lineManagerId: active.id })).status).toBe(200);
    expect((await admin.post(at(another), record('2022-05-01'))).status).toBe(201);
    expect((await admin.put(`/personnel/${manager.id}/restore`)).status).toBe(200);
    expect((await admin.delete(at(person, '2021-05-01'))).status).toBe(204);
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

  it('409 duplicate: says whose record has the external id, where the caller sees them', async () => {
    const { person, second } = await driver();
    const externalId = randomUUID();
    await admin.put(at(person), { ...second, externalId });
    await admin.delete(at(person, '2022-07-01'));
    const meant = await addPerson(admin, depot);
    const local = await api.caller({
      companyId: admin.companyId,
      permissions: ['personnel.read', 'personnel.write'],
      orgStructureIds: [depot.id],
    });
    const wanted = record('2021-05-01', { externalId, orgStructureId: depot.id });
    const refused = async (caller: TestCaller) => {
      const { body } = await caller.post(at(meant), wanted);
      return [body.code, body.conflictingId, body.conflictingPersonnelId];
    };
    expect(await refused(admin)).toEqual(['duplicate', second.id, person.id]);
    expect(await refused(local)).toEqual(['duplicate', null, null]);
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

  it.each(['2020-02-02', daysLater(today, 300)])('422: the first record moves to %s', async (date) => {
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
    const only = await addPerson(admin, quarry);
    const both = { headers: { 'if-match': '"2"' } };
    expect(outcome(await admin.delete(at(only, '2020-02-01'), both))).toEqual([409, 'last-history-record']);
    expect(outcome(await admin.delete(at(person, '2020-02-01'), both))).toEqual([
      409,
      'first-history-record',
    ]);
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

describeChanges('/personnel/{id}/history', {
  verbs: ['PUT', 'DELETE'],
  row: async (_, options) => {
    const { person } = await driver();
    const caller = await api.caller({ companyId: admin.companyId, ...options });
    return { caller, at: at(person, '2021-05-01'), body: record('2021-05-01') };
  },
});

describe('POST /personnel/{id}/history', () => {
  describeUnreadable('such a body', async (change, options) => {
    const path = at(await addPerson(admin, quarry));
    const right = record('2022-05-01');
    return admin.post(path, 'body' in change ? change.body : { ...right, ...change.added }, options);
  });
});
