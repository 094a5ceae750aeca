import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import type { Answer, TestCaller } from '@safety/testing';
import { addPerson, setRoles } from '../testing/organisation.js';
import { outcome, startScene } from '../testing/scene.js';
import { historyOf as at, historyRecord } from '../testing/work-history.js';
import { daysLater } from '../work-history/calendar.js';

const { api, admin, quarry, depot } = await startScene();

const today = dateIn('Europe/Dublin', new Date());
const tomorrow = daysLater(today, 1);
/** When those who have moved to the depot are back at the quarry. */
const backOn = daysLater(today, 300);

const record = (effectiveDate: string, changes: object = {}) => historyRecord(quarry, effectiveDate, changes);
const chain = async (person: { id: string }, query = '') =>
  (await admin.get(`${at(person)}${query}`)).body.data;
const read = async (person: { id: string }, query = '') =>
  (await admin.get(`/personnel/${person.id}${query}`)).body;

const stale = { headers: { 'if-match': '"7"' } };

/** A person hired on 1 February 2020, who became a driver on 1 May 2021 and a foreman on 1 July 2022. */
async function driver() {
  const person = await addPerson(admin, quarry);
  const second = (await admin.post(at(person), record('2021-05-01'))).body;
  const third = (
    await admin.post(at(person), record('2022-07-01', { jobTitle: 'Foreman', orgStructureId: depot.id }))
  ).body;
  return { person, second, third };
}

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
    for (const answer of [
      await reader.put(at(person, '2021-05-02'), record('2021-05-02')),
      await reader.delete(at(person, '2021-05-02')),
    ])
      expect(outcome(answer)).toEqual([404, 'history-date-not-found']);
    // A request that names no record.
    expect(outcome(await reader.put(at(person), { fte: 7 }))).toEqual([403, 'permission-denied']);
    const near = await addPerson(admin, quarry);
    expect((await reader.post(at(near), record('2021-01-01', { orgStructureId: depot.id }))).status).toBe(
      403,
    );
    expect((await reader.post(at(near), record('2021-01-01'))).status).toBe(201);
  });
});

describe('a role that counts at one org structure', () => {
  // At the quarry until 2022, at the depot since, back at the quarry in 300 days.
  async function mover() {
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), record('2022-01-01', { orgStructureId: depot.id }));
    await admin.post(at(person), record('2024-01-01', { orgStructureId: depot.id, jobTitle: 'Foreman' }));
    await admin.post(at(person), record(backOn));
    return person;
  }
  const atDepot = (date: string, changes: object = {}) =>
    record(date, { orgStructureId: depot.id, ...changes });

  it.each<[string, (local: TestCaller, person: { id: string }) => Promise<Answer>]>([
    ['DELETE: the person would fall back to another one', (c, p) => c.delete(at(p, '2022-01-01'))],
    ['DELETE: a move of the future to another one', (c, p) => c.delete(at(p, backOn))],
    ['PUT: a record at another one', (c, p) => c.put(at(p, '2020-02-01'), record('2020-02-01'))],
    [
      'PUT: later, the days between fall to another one',
      (c, p) => c.put(at(p, '2022-01-01'), atDepot('2022-02-01')),
    ],
    ['PUT: earlier, over days of another one', (c, p) => c.put(at(p, '2022-01-01'), atDepot('2021-01-01'))],
    ['POST: over days of another one', (c, p) => c.post(at(p), atDepot('2021-01-01'))],
    ['POST: over days to come of another one', (c, p) => c.post(at(p), atDepot(daysLater(backOn, 30)))],
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

  it.each<[string, (local: TestCaller, person: { id: string }) => Promise<Answer>]>([
    ['412: DELETE', (c, p) => c.delete(at(p, '2022-01-01'), stale)],
    [
      '412: PUT of a record at another one',
      (c, p) => c.put(at(p, '2020-02-01'), record('2020-02-01'), stale),
    ],
    [
      '422: PUT of such a record with a wrong body',
      (c, p) => c.put(at(p, '2020-02-01'), record('2020-02-01', { fte: 7 })),
    ],
    [
      '409 duplicate: POST over days of another one',
      (c, p) => c.post(at(p), atDepot('2021-01-01', { externalId: p.id })),
    ],
    [
      '409 duplicate: PUT over days of another one',
      (c, p) => c.put(at(p, '2022-01-01'), atDepot('2021-01-01', { externalId: p.id })),
    ],
    [
      '409 duplicate: PATCH of the hire date',
      (c, p) => c.patch(`/personnel/${p.id}`, { hireDate: '2020-01-01', externalId: p.id }),
    ],
  ])('403 before %s', async (_, write) => {
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [depot.id] });
    const person = await mover();
    const externalId = person.id;
    const other = await addPerson(admin, depot, { externalId });
    await admin.post(at(other), atDepot('2022-01-01', { externalId }));
    const answer = await write(local, person);
    expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'personnel.write']);
  });

  it('403 before 409 archived: a record at another one, and one whose days would fall to it', async () => {
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [depot.id] });
    const person = await mover();
    await admin.delete(`/personnel/${person.id}`);
    for (const answer of [
      await local.put(at(person, '2020-02-01'), record('2020-02-01')),
      await local.delete(at(person, '2020-02-01')),
      await local.delete(at(person, '2022-01-01')),
    ])
      expect([answer.status, answer.body.requiredPermission]).toEqual([403, 'personnel.write']);
    expect(outcome(await local.delete(at(person, '2024-01-01')))).toEqual([409, 'archived']);
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

describe('a caller who writes at both org structures and has further rights at the depot alone', () => {
  async function officer(further: Permission = 'personnel.sensitive', places = [depot]) {
    const caller = await api.caller({ companyId: admin.companyId });
    await setRoles(api, caller.userId, admin.companyId, [
      { permissions: ['personnel.read', 'personnel.write'] },
      { permissions: [further], orgStructureIds: places.map(({ id }) => id) },
    ]);
    return caller;
  }
  const atDepot = (date: string) => record(date, { orgStructureId: depot.id });

  it.each<[string, (caller: TestCaller) => Promise<Answer>]>([
    ['POST of today', async (c) => c.post(at(await addPerson(admin, quarry)), atDepot(today))],
    ['POST of a day to come', async (c) => c.post(at(await addPerson(admin, quarry)), atDepot(tomorrow))],
    [
      'PUT of the record in force',
      async (c) => c.put(at(await addPerson(admin, quarry), '2020-02-01'), atDepot('2020-02-01')),
    ],
    [
      'PUT of the first record, which is to come',
      async (c) =>
        c.put(at(await addPerson(admin, quarry, { hireDate: tomorrow }), tomorrow), atDepot(tomorrow)),
    ],
    [
      'DELETE, the person would fall back to the depot',
      async (c) => {
        const person = await addPerson(admin, depot);
        await admin.post(at(person), record('2021-01-01'));
        return c.delete(at(person, '2021-01-01'));
      },
    ],
  ])('403 for a move to the depot: %s', async (_, write) => {
    const answer = await write(await officer());
    expect([...outcome(answer), answer.body.requiredPermission]).toEqual([
      403,
      'permission-denied',
      'personnel.sensitive',
    ]);
  });

  it.each<Permission>(['personnel.archive', 'training.write'])(
    '403 for a move to where they hold %s; 201 for those who hold it at both',
    async (permission) => {
      const person = await addPerson(admin, quarry);
      const move = async (caller: TestCaller) => caller.post(at(person), atDepot(today));
      expect(await move(await officer(permission))).toMatchObject({
        status: 403,
        body: { code: 'permission-denied', requiredPermission: permission },
      });
      expect((await move(await officer(permission, [quarry, depot]))).status).toBe(201);
    },
  );

  it('200, 201: a move from the depot, and of days that are over', async () => {
    const caller = await officer();
    const person = await addPerson(admin, quarry);
    await admin.post(at(person), record('2021-01-01'));
    expect((await caller.put(at(person, '2020-02-01'), atDepot('2020-02-01'))).status).toBe(200);
    const near = await addPerson(admin, depot);
    expect((await caller.post(at(near), record(today))).status).toBe(201);
    expect((await read(near)).orgStructureId).toBe(quarry.id);
  });
});
