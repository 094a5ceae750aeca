import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { TestCaller } from '@safety/testing';
import { longAddress } from '../testing/long-address.js';
import {
  addPerson,
  addPlace,
  addUser,
  person,
  setRoles,
  sql,
  type TestPlace,
} from '../testing/organisation.js';
import { firstError, outcome, startScene } from '../testing/scene.js';
import { historyRecord } from '../testing/work-history.js';
import { daysLater, yearsLater } from '../work-history/calendar.js';

const { api, admin, quarry, depot } = await startScene();

const today = dateIn('Europe/Dublin', new Date());
const tomorrow = daysLater(today, 1);
const colleague = (permissions: readonly Permission[]) =>
  api.caller({ companyId: admin.companyId, permissions });

/** A caller in a company of its own with one place. */
async function company(): Promise<{ caller: TestCaller; place: TestPlace }> {
  const caller = await api.caller();
  return { caller, place: await addPlace(api, caller.companyId, 'Elsewhere') };
}

describe('PUT /personnel/{id}', () => {
  it('200: what was read, edited and sent back', async () => {
    const read = await addPerson(admin, quarry, { mobile: '1', email: 'put@example.test' });
    const { status, body } = await admin.put(`/personnel/${read.id}`, {
      ...read,
      lastName: 'Kelly',
      mobile: undefined,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: 'Aoife Kelly',
      mobile: null,
      email: 'put@example.test',
      version: 2,
    });
    expect(body.jobTitle).toBe('Fitter');
  });

  it.each([
    ['orgStructureId', randomUUID()],
    ['orgStructurePath', 'Moon'],
    ['jobTitle', 'Boss'],
    ['employmentType', 'agency'],
    ['employmentStatus', 'terminated'],
    ['fte', 0.1],
    ['jobTitle', null],
  ])('422 managed-by-history: another %s', async (member, value) => {
    const read = await addPerson(admin, quarry);
    const { status, body } = await admin.put(`/personnel/${read.id}`, { ...read, [member]: value });
    expect({ status, code: body.code, see: body.see }).toEqual({
      status: 422,
      code: 'managed-by-history',
      see: `/personnel/${read.id}/history`,
    });
    expect(body.errors).toMatchObject([{ pointer: `/${member}` }]);
  });

  it('200: another hire date takes the first record of work history along', async () => {
    const { id } = await addPerson(admin, quarry);
    const history = `/personnel/${id}/history`;
    const begins = async () =>
      (await admin.get(history)).body.data.map((record: { effectiveDate: string }) => record.effectiveDate);
    for (const hireDate of ['2019-02-02', '2020-03-03']) {
      const { body } = await admin.patch(`/personnel/${id}`, { hireDate });
      expect([body.hireDate, body.jobTitle, await begins()]).toEqual([hireDate, 'Fitter', [hireDate]]);
    }
    const ahead = tomorrow;
    const { body } = await admin.patch(`/personnel/${id}`, { hireDate: ahead });
    expect([body.employmentStatus, body.nextChangeDate, await begins()]).toEqual([null, ahead, [ahead]]);
    const waits = 'SELECT effective_date::text AS date FROM history_due WHERE personnel_id = $1';
    expect((await sql(api, admin.companyId, waits, [id])).rows).toEqual([{ date: ahead }]);
    await admin.patch(`/personnel/${id}`, { hireDate: '2020-03-03' });
    expect((await sql(api, admin.companyId, waits, [id])).rows).toEqual([]);
  });

  it('422: dates, a missing number, a hire date on or after the second record', async () => {
    const read = await addPerson(admin, quarry);
    const error = async (changes: object) =>
      (await admin.put(`/personnel/${read.id}`, { ...read, ...changes })).body.errors[0];
    expect(await error({ terminationDate: '2019-01-01' })).toMatchObject({
      pointer: '/terminationDate',
      code: 'before-start',
    });
    expect(await error({ personnelNumber: undefined })).toMatchObject({
      pointer: '/personnelNumber',
      code: 'required',
    });
    const { initialHistory } = person(quarry);
    await admin.post(`/personnel/${read.id}/history`, { ...initialHistory, effectiveDate: '2021-01-01' });
    for (const hireDate of ['2021-01-01', '2021-01-02'])
      expect(await error({ hireDate })).toMatchObject({ pointer: '/hireDate', code: 'out-of-range' });
  });

  it('409 duplicate, 409 archived, 412 version-mismatch', async () => {
    const [one, two] = [
      await addPerson(admin, quarry, { email: 'one@example.test' }),
      await addPerson(admin, quarry),
    ];
    const duplicate = await admin.put(`/personnel/${two.id}`, { ...two, email: 'ONE@example.test' });
    expect(duplicate).toMatchObject({ status: 409, body: { code: 'duplicate', conflictingId: one.id } });
    const patched = await admin.patch(`/personnel/${two.id}`, { email: 'one@example.test' });
    expect(patched).toMatchObject({ status: 409, body: { code: 'duplicate', conflictingId: one.id } });
    const stale = await admin.put(`/personnel/${two.id}`, two, { headers: { 'if-match': '"7"' } });
    expect(stale).toMatchObject({ status: 412, body: { currentVersion: 1 } });
    await sql(api, admin.companyId, 'UPDATE personnel SET archived_at = now() WHERE id = $1', [two.id]);
    expect(await admin.put(`/personnel/${two.id}`, two)).toMatchObject({
      status: 409,
      body: { code: 'archived' },
    });
  });

  it('422 not-found: a line manager of another company', async () => {
    const { caller, place } = await company();
    const read = await addPerson(admin, quarry);
    const { id } = await addPerson(caller, place);
    const { body } = await admin.put(`/personnel/${read.id}`, { ...read, lineManagerId: id });
    expect(body.errors[0]).toMatchObject({ pointer: '/lineManagerId', code: 'not-found' });
  });
});

describe('PATCH /personnel/{id}', () => {
  it('200: only what the patch names', async () => {
    const { id } = await addPerson(admin, quarry, {
      mobile: '1',
      phone: '2',
      address: { city: 'Cork' },
      dateOfBirth: '1990-05-01',
    });
    const { status, body } = await admin.patch(`/personnel/${id}`, {
      mobile: null,
      address: { region: 'Munster' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mobile: null,
      phone: '2',
      address: { city: 'Cork', region: 'Munster' },
      version: 2,
    });
    expect(body.dateOfBirth).toBe('1990-05-01');
  });

  it('422: what would become invalid, what the history manages, what is not known', async () => {
    const { id } = await addPerson(admin, quarry);
    const code = async (patch: object) => (await admin.patch(`/personnel/${id}`, patch)).body.code;
    expect(await code({ lastName: null })).toBe('validation-failed');
    expect(await code({ jobTitle: 'Boss' })).toBe('managed-by-history');
    expect(await code({ jobTitle: 'Fitter' })).toBeUndefined();
    for (const member of ['orgStructureId', 'orgStructurePath', 'jobTitle', 'employmentStatus', 'fte'])
      expect([member, await code({ [member]: null })]).toEqual([member, 'managed-by-history']);
    const { id: coming } = await addPerson(admin, quarry, { hireDate: tomorrow });
    expect((await admin.patch(`/personnel/${coming}`, { jobTitle: null })).status).toBe(200);
    expect(await code({ colour: 'red' })).toBe('unknown-field');
    expect(await code({ lineManagerId: randomUUID() })).toBe('validation-failed');
  });
});

describe('a date of birth that stays', () => {
  it('200: of somebody who is older than 100 by now; 422 /dateOfBirth: another one', async () => {
    // A day apart at every hour.
    const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
    const callerIn = async (timeZone: string) => {
      const caller = await colleague([]);
      await setRoles(api, caller.userId, admin.companyId, [{ permissions: builtInRoles.admin }], timeZone);
      return caller;
    };
    const [earlier, now] = [await callerIn(behind), await callerIn(ahead)];
    const dateOfBirth = daysLater(yearsLater(dateIn(behind, new Date()), -101), 1);
    const { id, ...read } = await addPerson(earlier, quarry, { dateOfBirth });
    const path = `/personnel/${id}`;
    expect((await now.patch(path, { phone: '1' })).body).toMatchObject({ phone: '1', dateOfBirth });
    expect((await now.put(path, read)).status).toBe(200);
    expect(firstError(await now.patch(path, { dateOfBirth: daysLater(dateOfBirth, -1) }))).toEqual([
      422,
      '/dateOfBirth',
      'out-of-range',
    ]);
  });
});

describe('an address with more than 64 characters before the @', () => {
  it('200: one that an earlier release took stays; 422 /email: another one', async () => {
    const { id, ...read } = await addPerson(admin, quarry);
    const [email, path] = [longAddress(), `/personnel/${id}`];
    await sql(api, admin.companyId, 'UPDATE personnel SET email = $2 WHERE id = $1', [id, email]);
    expect((await admin.patch(path, { phone: '1' })).body).toMatchObject({ phone: '1', email });
    expect((await admin.put(path, { ...read, email })).status).toBe(200);
    expect(firstError(await admin.patch(path, { email: longAddress() }))).toEqual([
      422,
      '/email',
      'invalid-format',
    ]);
  });
});

describe('line managers', () => {
  /** People who each report to the one before. */
  async function chain(length: number, caller = admin, place = quarry) {
    const people = [await addPerson(caller, place)];
    while (people.length < length)
      people.push(await addPerson(caller, place, { lineManagerId: people.at(-1).id }));
    return people;
  }

  it.each([1, 2, 10])('422 cycle: %i people in a circle', async (length) => {
    const people = await chain(length);
    const [first, last] = [people[0], people.at(-1)];
    for (const answer of [
      await admin.put(`/personnel/${first.id}`, { ...first, lineManagerId: last.id }),
      await admin.patch(`/personnel/${first.id}`, { lineManagerId: last.id }),
    ]) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code: 'cycle' });
      expect(answer.body.errors[0]).toMatchObject({ pointer: '/lineManagerId', code: 'cycle' });
    }
  });

  it('200: a chain may be turned around once it is open', async () => {
    const [first, second] = await chain(2);
    await admin.patch(`/personnel/${second.id}`, { lineManagerId: null });
    expect((await admin.patch(`/personnel/${first.id}`, { lineManagerId: second.id })).status).toBe(200);
  });

  it('10 people who each take the next at once close no circle', async () => {
    const { caller, place } = await company();
    const people: { id: string }[] = [];
    for (let index = 0; index < 10; index += 1) people.push(await addPerson(caller, place));
    const answers = await Promise.all(
      people.map((each, index) => {
        const changes = { lineManagerId: people[(index + 1) % people.length]?.id };
        const path = `/personnel/${each.id}`;
        return index % 2 ? caller.put(path, { ...each, ...changes }) : caller.patch(path, changes);
      }),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 422]);
  });

  it('a person who is added, while their line manager is archived: one of the two is refused', async () => {
    for (let pair = 0; pair < 10; pair++) {
      const manager = await addPerson(admin, quarry);
      const both = await Promise.all([
        admin.post('/personnel', person(quarry, { lineManagerId: manager.id })),
        admin.delete(`/personnel/${manager.id}`),
      ]);
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual(both.map(({ status }) => status));
    }
  });

  it('422 not-found: a user who does not belong to the company; one who has left may stay', async () => {
    const userId = await addUser(api, admin.companyId);
    const added = await addPerson(admin, quarry, { userId });
    await sql(api, admin.companyId, 'UPDATE company_users SET belongs = false WHERE user_id = $1', [userId]);
    const kept = await admin.put(`/personnel/${added.id}`, { ...added, lastName: 'Left' });
    expect({ status: kept.status, userId: kept.body.userId }).toEqual({ status: 200, userId });
    expect((await admin.patch(`/personnel/${added.id}`, { userId: null })).status).toBe(200);
    const { status, body } = await admin.patch(`/personnel/${added.id}`, { userId });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/userId', code: 'not-found' }],
    });
  });
});

describe('DELETE /personnel/{id} and PUT /personnel/{id}/restore', () => {
  it('409 in-use: somebody reports to the person; reassignTo moves them', async () => {
    const [boss, next] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const report = await addPerson(admin, depot, { lineManagerId: boss.id });
    await addPerson(admin, quarry, { lineManagerId: boss.id }, { employmentStatus: 'terminated' });
    const refused = await admin.delete(`/personnel/${boss.id}`);
    expect([...outcome(refused), refused.body.references]).toEqual([
      409,
      'in-use',
      [{ resource: 'personnel', id: report.id }],
    ]);
    expect((await admin.delete(`/personnel/${boss.id}?reassignTo=${next.id}`)).status).toBe(204);
    expect((await admin.get(`/personnel/${report.id}`)).body).toMatchObject({
      lineManagerId: next.id,
      version: 2,
    });
    expect((await admin.put(`/personnel/${boss.id}/restore`)).body).toMatchObject({
      archived: false,
      version: 3,
    });
  });

  it('409 in-use without names: somebody out of reach reports to the person', async () => {
    const boss = await addPerson(admin, quarry);
    await addPerson(admin, depot, { lineManagerId: boss.id });
    const local = await api.caller({
      companyId: admin.companyId,
      permissions: builtInRoles.admin,
      orgStructureIds: [quarry.id],
    });
    const refused = await local.delete(`/personnel/${boss.id}`);
    expect([...outcome(refused), refused.body.references]).toEqual([409, 'in-use', []]);
  });

  it('400 and 422: a line manager who is unknown, of another company, the person, or reports to those moved', async () => {
    const stranger = await api.caller();
    const foreign = await addPerson(stranger, await addPlace(api, stranger.companyId, 'Mine'));
    const boss = await addPerson(admin, quarry);
    const report = await addPerson(admin, quarry, { lineManagerId: boss.id });
    const below = await addPerson(admin, quarry, { lineManagerId: report.id });
    const to = (id: string) => admin.delete(`/personnel/${boss.id}?reassignTo=${id}`);
    for (const id of [randomUUID(), foreign.id, boss.id])
      expect(outcome(await to(id))).toEqual([400, 'invalid-parameter']);
    for (const { id } of [report, below]) {
      const answer = await to(id);
      expect(outcome(answer)).toEqual([422, 'cycle']);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ parameter: 'reassignTo', code: 'cycle' }),
      ]);
    }
    expect((await admin.get(`/personnel/${boss.id}`)).body.archived).toBe(false);
  });

  it('409, 412 and 428 come before 400 and 422 for reassignTo, and nobody is moved', async () => {
    const boss = await addPerson(admin, quarry);
    const report = await addPerson(admin, quarry, { lineManagerId: boss.id });
    const careful = await api.caller({ companyId: admin.companyId, requireIfMatch: true });
    const remove = (to: string, headers = {}, caller = admin) =>
      caller.delete(`/personnel/${boss.id}${to && `?reassignTo=${to}`}`, { headers });
    const stale = { 'if-match': '"7"' };
    expect(outcome(await remove('', stale))).toEqual([409, 'in-use']);
    const next = await addPerson(admin, quarry);
    for (const to of [randomUUID(), boss.id, report.id, next.id]) {
      expect(outcome(await remove(to, stale))).toEqual([412, 'version-mismatch']);
      expect(outcome(await remove(to, {}, careful))).toEqual([428, 'precondition-required']);
    }
    const fresh = { 'if-match': '"1"' };
    expect(outcome(await remove(randomUUID(), fresh))).toEqual([400, 'invalid-parameter']);
    expect(outcome(await remove(report.id, fresh))).toEqual([422, 'cycle']);
    const managed = async () => (await admin.get(`/personnel/${report.id}`)).body;
    expect(await managed()).toMatchObject({ lineManagerId: boss.id, version: 1 });
    expect((await remove(next.id, fresh, careful)).status).toBe(204);
    expect(await managed()).toMatchObject({ lineManagerId: next.id, version: 2 });
  });

  it('403: without personnel.archive there, and without personnel.write at those who would move', async () => {
    const boss = await addPerson(admin, quarry);
    await addPerson(admin, depot, { lineManagerId: boss.id });
    const next = await addPerson(admin, quarry);
    const caller = await colleague([]);
    const everywhere = builtInRoles.admin.filter((name) => name !== 'personnel.write');
    await setRoles(api, caller.userId, admin.companyId, [
      { permissions: everywhere },
      { permissions: ['personnel.write'], orgStructureIds: [quarry.id] },
    ]);
    for (const headers of [{}, { 'if-match': '"7"' }])
      for (const to of [next.id, randomUUID()]) {
        const refused = await caller.delete(`/personnel/${boss.id}?reassignTo=${to}`, { headers });
        expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'personnel.write']);
      }
    const reader = await colleague(['personnel.read', 'personnel.write']);
    await setRoles(api, reader.userId, admin.companyId, [
      { permissions: ['personnel.read'] },
      { permissions: ['personnel.archive'], orgStructureIds: [depot.id] },
    ]);
    for (const answer of [
      await reader.delete(`/personnel/${boss.id}`),
      await reader.put(`/personnel/${boss.id}/restore`),
    ])
      expect(answer.body.requiredPermission).toBe('personnel.archive');
  });

  it('409 duplicate: an e-mail that somebody else has by now', async () => {
    const email = `${randomUUID()}@example.test`;
    const old = await addPerson(admin, quarry, { email });
    await admin.delete(`/personnel/${old.id}`);
    const { id } = await addPerson(admin, quarry, { email });
    const restored = await admin.put(`/personnel/${old.id}/restore`);
    expect([...outcome(restored), restored.body.conflictingId]).toEqual([409, 'duplicate', id]);
  });

  it('409 archived: a restore at an archived org structure, or for an archived line manager', async () => {
    const place = await addPlace(api, admin.companyId, 'Closing');
    const [here, later] = [await addPerson(admin, place), await addPerson(admin, quarry)];
    await admin.post(`/personnel/${later.id}/history`, historyRecord(place, daysLater(today, 9)));
    for (const { id } of [here, later]) await admin.delete(`/personnel/${id}`);
    expect((await admin.delete(`/orgstructures/${place.id}`)).status).toBe(204);
    const refused = async ({ id }: { id: string }, references: object[], caller = admin) => {
      const answer = await caller.put(`/personnel/${id}/restore`);
      expect([...outcome(answer), answer.body.references]).toEqual([409, 'archived', references]);
    };
    const archives = (orgStructureIds: string[] = []) =>
      api.caller({
        companyId: admin.companyId,
        permissions: ['personnel.read', 'personnel.archive'],
        orgStructureIds,
      });
    for (const person of [here, later]) await refused(person, [{ resource: 'orgstructures', id: place.id }]);
    await refused(here, [], await archives());
    await admin.put(`/orgstructures/${place.id}/restore`);
    expect((await admin.put(`/personnel/${here.id}/restore`)).status).toBe(200);
    const boss = await addPerson(admin, quarry);
    const report = await addPerson(admin, depot, { lineManagerId: boss.id });
    for (const { id } of [report, boss]) await admin.delete(`/personnel/${id}`);
    await refused(report, [{ resource: 'personnel', id: boss.id }]);
    await refused(report, [], await archives([depot.id]));
    await admin.put(`/personnel/${boss.id}/restore`);
    expect((await admin.put(`/personnel/${report.id}/restore`)).status).toBe(200);
  });
});

describe('the date of termination', () => {
  const terminated = { employmentStatus: 'terminated' } as const;
  const ahead = daysLater(today, 5);

  it.each([
    ['a record that comes into force', ahead, '2021-01-01', '2021-01-01'],
    ['a record that moves back', '2020-01-01', '2019-01-01', '2019-01-01'],
    ['a record that moves on', '2020-01-01', '2021-01-01', '2021-01-01'],
    ['a record that is yet to come', '2020-01-01', ahead, null],
  ])('follows %s with the hire date', async (_, hireDate, moved, expected) => {
    const { id } = await addPerson(admin, quarry, { hireDate }, terminated);
    const { status, body } = await admin.patch(`/personnel/${id}`, { hireDate: moved });
    expect([status, body.terminationDate, body.version]).toEqual([200, expected, 2]);
  });

  it('ends nothing by itself', async () => {
    const { id } = await addPerson(admin, quarry, { terminationDate: '2022-05-05' });
    expect((await admin.get(`/personnel/${id}`)).body.employmentStatus).toBe('active');
  });

  it('stays where it was typed in, and is that of the record where a PUT leaves it out', async () => {
    const typed = { hireDate: '2020-01-01', terminationDate: '2022-05-05' };
    const { id, ...read } = await addPerson(admin, quarry, typed, terminated);
    const path = `/personnel/${id}`;
    expect((await admin.patch(path, { hireDate: '2021-01-01' })).body.terminationDate).toBe('2022-05-05');
    const put = await admin.put(path, { ...read, hireDate: '2021-01-01', terminationDate: undefined });
    expect([put.status, put.body.terminationDate]).toEqual([200, '2021-01-01']);
  });
});
