import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import {
  demoCompanies,
  demoEstablishments,
  demoPeople,
  demoPlaces,
  demoQuarries,
  demoUsers,
} from '@safety/demo-data';
import { CompanyTransactions, enterCompany, seedTransaction } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import type { TestApi, TestCaller } from '@safety/testing';
import { addDemoOrganisation } from '../demo/demo-organisation.js';
import {
  addPerson,
  addPlace,
  addUser,
  person,
  setRoles,
  sql,
  startPersonnelOrg,
  type TestPlace,
  testKey,
} from '../testing/organisation.js';
import { firstError } from '../testing/scene.js';
import { daysLater } from '../work-history/calendar.js';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import { PersonnelToday } from './personnel-today.js';

let api: TestApi;
let admin: TestCaller;
let north: TestPlace;
let quarry: TestPlace;
let depot: TestPlace;
let miner: { id: string; lastName: string };
let storeman: { id: string; lastName: string };

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
  const { companyId } = admin;
  north = await addPlace(api, companyId, 'North', { type: 'region' });
  quarry = await addPlace(api, companyId, 'Quarry', { parent: north });
  depot = await addPlace(api, companyId, 'Depot');
  const sensitive = { dateOfBirth: '1980-01-01', sex: 'male', address: { city: 'Cork' } };
  miner = await addPerson(admin, quarry, { lastName: 'Miner', ...sensitive });
  storeman = await addPerson(admin, depot, { lastName: 'Storeman' });
});

afterAll(() => api.close());

const colleague = (permissions: readonly Permission[], orgStructureIds: string[] = []) =>
  api.caller({ companyId: admin.companyId, permissions, orgStructureIds });

const withoutSensitive = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');

const names = async (caller: TestCaller, query = '') =>
  (await caller.get(`/personnel${query}`)).body.data.map(({ lastName }: { lastName: string }) => lastName);

describe('work history', () => {
  const recordsOf = async (orgStructureIds: string[]): Promise<string[]> => {
    const { companyId } = admin;
    const userId = randomUUID();
    const company = {
      companyId,
      userId,
      timeZone: 'UTC',
      requireIfMatch: false,
      allowSelfApproval: false,
      defaultApproverUserIds: [],
      assignments: [
        {
          id: randomUUID(),
          roleId: randomUUID(),
          roleName: 'reader',
          isEventManager: false,
          permissions: ['personnel.read' as const],
          orgStructureIds,
        },
      ],
    };
    const history = api.app.get(WorkHistoryRows, { strict: false });
    const today = api.app.get(PersonnelToday, { strict: false });
    return api.app.get(CompanyTransactions, { strict: false }).run(companyId, async () => {
      await today.begin(company);
      const query = { limit: 200, includeArchived: 'true', includeTotal: false } as const;
      const { data } = await history.page(company, query);
      for (const { id } of data) await history.get(company, id);
      return data.map(({ personnelId }) => personnelId).sort();
    });
  };

  it('is visible through its person alone', async () => {
    expect(await recordsOf([])).toEqual([miner.id, storeman.id].sort());
    expect(await recordsOf([north.id])).toEqual([miner.id]);
    expect(await recordsOf([depot.id])).toEqual([storeman.id]);
    expect(await recordsOf([randomUUID()])).toEqual([]);
  });
});

describe('people below the places of the role', () => {
  it('200 in lists and alone: those at and below', async () => {
    const local = await colleague(['personnel.read'], [north.id]);
    expect(await names(local)).toEqual(['Miner']);
    expect(await names(local, `?ids=${storeman.id}`)).toEqual([]);
    expect((await local.get('/personnel?includeTotal=true')).body.page.totalCount).toBe(1);
    expect((await local.get(`/personnel/${miner.id}`)).status).toBe(200);
  });

  it('404: all others, whatever the method', async () => {
    const local = await colleague(builtInRoles.admin, [quarry.id]);
    expect((await local.get(`/personnel/${storeman.id}`)).body.code).toBe('not-found');
    expect((await local.put(`/personnel/${storeman.id}`, storeman)).body.code).toBe('not-found');
    expect((await local.patch(`/personnel/${storeman.id}`, { lastName: 'X' })).body.code).toBe('not-found');
  });

  it('404: a role at a place of nobody', async () => {
    const nowhere = await colleague(builtInRoles.admin, [randomUUID()]);
    expect(await names(nowhere)).toEqual([]);
    expect((await nowhere.get(`/personnel/${miner.id}`)).status).toBe(404);
  });

  it('403 permission-denied: read everywhere, write at one place only', async () => {
    const reader = await colleague([]);
    await setRoles(api, reader.userId, admin.companyId, [
      { permissions: ['personnel.read'] },
      { permissions: ['personnel.write', 'personnel.sensitive'], orgStructureIds: [quarry.id] },
    ]);
    const refused = await reader.put(`/personnel/${storeman.id}`, storeman);
    expect(refused).toMatchObject({ status: 403, body: { requiredPermission: 'personnel.write' } });
    expect((await reader.patch(`/personnel/${storeman.id}`, { phone: '1' })).status).toBe(403);
    expect((await reader.patch(`/personnel/${miner.id}`, { phone: '1' })).status).toBe(200);
  });

  it('422 not-allowed: the own user, given or taken off, without writing everywhere; 200 by others', async () => {
    const local = await colleague(builtInRoles.admin, [north.id]);
    const own = { userId: await addUser(api, admin.companyId, local.userId) };
    const path = `/personnel/${miner.id}`;
    const refused = [422, '/userId', 'not-allowed'];
    expect(firstError(await local.patch(path, own))).toEqual(refused);
    expect(firstError(await local.post('/personnel', person(quarry, own)))).toEqual(refused);
    expect((await admin.patch(path, own)).status).toBe(200);
    expect(firstError(await local.patch(path, { userId: null }))).toEqual(refused);
    expect((await local.patch(path, { phone: '2' })).status).toBe(200);
    const userId = await addUser(api, admin.companyId, admin.userId);
    expect((await admin.patch(path, { userId })).status).toBe(200);
    expect((await local.patch(path, { userId: null })).status).toBe(200);
  });

  it('422 not-found: a new person beside the org structures of the role', async () => {
    const local = await colleague(builtInRoles.admin, [north.id]);
    const { status, body } = await local.post('/personnel', person(depot));
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ pointer: '/initialHistory/orgStructureId', code: 'not-found' });
  });

  it('201 and 200: a new person below them, hired today or later', async () => {
    const local = await colleague(builtInRoles.admin, [north.id]);
    const tomorrow = daysLater(dateIn('Europe/Dublin', new Date()), 1);
    for (const hireDate of ['2020-01-01', tomorrow]) {
      const added = await addPerson(local, quarry, { hireDate });
      expect((await local.get(`/personnel/${added.id}`)).status).toBe(200);
      await sql(api, admin.companyId, 'UPDATE personnel SET archived_at = now() WHERE id = $1', [added.id]);
    }
  });
});

describe('sensitive members', () => {
  const hidden = {
    dateOfBirth: null,
    sex: null,
    address: null,
    redactedFields: ['/dateOfBirth', '/sex', '/address'],
  };

  it('200: null and named without personnel.sensitive, whether they hold something or not', async () => {
    const colleagueWithout = await colleague(withoutSensitive);
    for (const { id } of [miner, storeman]) {
      expect((await colleagueWithout.get(`/personnel/${id}`)).body).toMatchObject(hidden);
    }
    const [row] = (await colleagueWithout.get(`/personnel?ids=${miner.id}`)).body.data;
    expect(row).toMatchObject(hidden);
    const [reduced] = (await colleagueWithout.get(`/personnel?ids=${miner.id}&fields=lastName,sex`)).body
      .data;
    expect(reduced).toMatchObject({ sex: null, redactedFields: ['/sex'] });
    const shown = (await admin.get(`/personnel/${miner.id}`)).body;
    expect(shown).toMatchObject({ dateOfBirth: '1980-01-01', sex: 'male', redactedFields: [] });
  });

  it('200: what was read without them and sent back leaves them as they are', async () => {
    const colleagueWithout = await colleague(withoutSensitive);
    const read = (await colleagueWithout.get(`/personnel/${miner.id}`)).body;
    const put = await colleagueWithout.put(`/personnel/${miner.id}`, { ...read, mobile: '7' });
    expect(put).toMatchObject({ status: 200, body: { ...hidden, mobile: '7' } });
    const patched = await colleagueWithout.patch(`/personnel/${miner.id}`, { mobile: '8' });
    expect(patched).toMatchObject({ status: 200, body: { ...hidden, mobile: '8' } });
    const shown = (await admin.get(`/personnel/${miner.id}`)).body;
    expect(shown).toMatchObject({
      mobile: '8',
      dateOfBirth: '1980-01-01',
      sex: 'male',
      address: { city: 'Cork' },
    });
  });

  it.each([{ dateOfBirth: '1999-01-01' }, { sex: 'other' }, { address: { city: 'Rome' } }])(
    '403 permission-denied: %j',
    async (changes) => {
      const colleagueWithout = await colleague(withoutSensitive);
      const read = (await colleagueWithout.get(`/personnel/${miner.id}`)).body;
      for (const answer of [
        await colleagueWithout.put(`/personnel/${miner.id}`, { ...read, ...changes }),
        await colleagueWithout.patch(`/personnel/${miner.id}`, changes),
        await colleagueWithout.post('/personnel', person(quarry, changes)),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { requiredPermission: 'personnel.sensitive' } });
      }
    },
  );
});

describe('somebody who holds personnel.sensitive at the depot alone', () => {
  let clerk: TestCaller;

  beforeAll(async () => {
    clerk = await colleague([]);
    await setRoles(api, clerk.userId, admin.companyId, [
      { permissions: withoutSensitive },
      { permissions: ['personnel.sensitive'], orgStructureIds: [depot.id] },
    ]);
  });

  it('200: reads sensitive members, and payroll, of people there and of nobody else', async () => {
    const near = await addPerson(admin, depot, { lastName: 'Near', sex: 'female' });
    const list = (await clerk.get(`/personnel?ids=${miner.id},${near.id}&sort=lastName`)).body.data;
    const redactedFields = ['/dateOfBirth', '/sex', '/address'];
    expect(list).toMatchObject([
      { id: miner.id, sex: null, redactedFields },
      { id: near.id, sex: 'female', redactedFields: [] },
    ]);
    const detailsOf = async ({ id }: { id: string }) =>
      (await clerk.get(`/personnel/${id}?include=payroll`)).body;
    for (const person of [miner, near]) await admin.put(`/personnel/${person.id}/payroll`, { payGroup: 'W' });
    expect(await detailsOf(miner)).toMatchObject({
      payroll: null,
      redactedFields: [...redactedFields, '/payroll'],
    });
    expect(await detailsOf(near)).toMatchObject({ payroll: { payGroup: 'W' }, redactedFields: [] });
  });

  it('writes them of people there: 200 and 201; 403 elsewhere', async () => {
    const dateOfBirth = '1999-01-01';
    const near = await addPerson(admin, depot);
    const write = async (of: { id: string }, place: TestPlace) => {
      const read = (await clerk.get(`/personnel/${of.id}`)).body;
      return [
        await clerk.patch(`/personnel/${of.id}`, { dateOfBirth }),
        await clerk.put(`/personnel/${of.id}`, { ...read, dateOfBirth }),
        await clerk.post('/personnel', person(place, { dateOfBirth })),
      ].map(({ status, body }) => [status, body.requiredPermission ?? body.dateOfBirth]);
    };
    expect(await write(miner, quarry)).toEqual(Array(3).fill([403, 'personnel.sensitive']));
    expect(await write(near, depot)).toEqual([200, 200, 201].map((status) => [status, dateOfBirth]));
    expect((await admin.get(`/personnel/${miner.id}`)).body.dateOfBirth).toBe('1980-01-01');
  });

  it('200: what was read elsewhere and sent back leaves them as they are', async () => {
    const read = (await clerk.get(`/personnel/${miner.id}`)).body;
    expect((await clerk.put(`/personnel/${miner.id}`, read)).status).toBe(200);
    expect((await admin.get(`/personnel/${miner.id}`)).body.dateOfBirth).toBe('1980-01-01');
  });
});

describe('somebody without personnel.sensitive learns nothing of sensitive members', () => {
  const secret = { dateOfBirth: '1968-07-09', address: { line1: 'Hidden Lane 3', city: 'Xanadu' } };
  const secrets = /1968-07-09|Hidden Lane|Xanadu|PN-HIDDEN|Whisper/;
  let hidden: { id: string };
  let reader: TestCaller;

  beforeAll(async () => {
    hidden = await addPerson(admin, quarry, secret);
    const contact = { name: 'Whisper', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
    await admin.post(`/personnel/${hidden.id}/emergencycontacts`, contact);
    await admin.put(`/personnel/${hidden.id}/payroll`, { payrollNumber: 'PN-HIDDEN' });
    const permissions = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');
    reader = await api.caller({ companyId: admin.companyId, permissions });
  });

  it.each([
    ['?q=Xanadu', 200],
    ['?q=PN-HIDDEN', 200],
    ['?fields=dateOfBirth,address', 200],
    ['?sort=dateOfBirth', 400],
    ['?dateOfBirth=1968-07-09', 400],
    ['?address=Xanadu', 400],
    ['?include=payroll', 400],
    ['?asOf=2021-01-01&fields=sex,dateOfBirth', 200],
    ['?modifiedSince=2020-01-01T00:00:00Z&limit=200', 200],
  ])('GET /personnel%s', async (query, status) => {
    const answer = await reader.get(`/personnel${query}`);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.data ?? [])).not.toMatch(secrets);
    if (query.startsWith('?q=')) expect(answer.body.data).toEqual([]);
  });

  it.each([
    ['', 200],
    ['?include=emergencyContacts,payroll,history,training', 200],
    ['?fields=dateOfBirth,sex,address', 200],
    ['?asOf=2021-01-01&include=payroll', 200],
    ['/audit', 200],
    ['/history', 200],
    ['/emergencycontacts', 403],
    ['/payroll', 403],
  ])('GET /personnel/{id}%s', async (path, status) => {
    const answer = await reader.get(`/personnel/${hidden.id}${path}`);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body) + JSON.stringify([...answer.headers])).not.toMatch(secrets);
  });

  it('nor by what a write is answered', async () => {
    const at = `/personnel/${hidden.id}`;
    const { body } = await reader.get(at);
    const answers = [
      await reader.put(at, { ...body, preferredName: 'Same' }),
      await reader.patch(at, { dateOfBirth: null, address: null }),
      await reader.patch(at, { dateOfBirth: '1968-07-09' }),
      await reader.put(`${at}/payroll`, { payrollNumber: 'PN-HIDDEN' }),
      await reader.post('/personnel', person(quarry, { address: { city: 'Rome' } })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403]);
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(secrets);
    expect((await admin.get(`${at}?include=payroll`)).body).toMatchObject({
      ...secret,
      payroll: { payrollNumber: 'PN-HIDDEN' },
    });
  });

  it('409 duplicate without a name: a payroll number of somebody whose payroll the caller may not read', async () => {
    const clerk = await api.caller({ companyId: admin.companyId });
    const permissions = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');
    await setRoles(api, clerk.userId, admin.companyId, [
      { permissions },
      { permissions: builtInRoles.admin, orgStructureIds: [depot.id] },
    ]);
    const own = await addPerson(admin, depot);
    const taken = await clerk.put(`/personnel/${own.id}/payroll`, { payrollNumber: 'pn-hidden' });
    expect([taken.status, taken.body.code, taken.body.conflictingId]).toEqual([409, 'duplicate', null]);
  });

  it('403: an employee, at each address', async () => {
    const employee = await api.caller({ companyId: admin.companyId, role: 'employee' });
    for (const path of ['', `/${hidden.id}`, `/${hidden.id}/audit`, `/${hidden.id}/history`])
      expect((await employee.get(`/personnel${path}`)).status).toBe(403);
    expect((await employee.get('/associate/details')).status).toBe(403);
    const { data } = (await employee.get('/users?q=Xanadu')).body;
    expect(data).toEqual([]);
  });
});

describe('the demo', () => {
  it('adds places and people of each company and publishes them once', async () => {
    const keys = [Buffer.from(testKey, 'base64')] as const;
    await addDemoOrganisation(api.database.serviceUrl, keys);
    await addDemoOrganisation(api.database.serviceUrl, keys);
    const count = async (type: string) => {
      let published = 0;
      await seedTransaction(api.database.serviceUrl, async (client) => {
        await enterCompany(client, demoQuarries.id);
        const text = "SELECT 1 FROM outbox WHERE envelope->>'type' = $1 AND envelope->>'companyId' = ANY($2)";
        published = (await client.query(text, [type, demoCompanies.map(({ id }) => id)])).rowCount ?? 0;
      });
      return published;
    };
    expect(await count('org-structure-changed.v1')).toBe(demoPlaces.length);
    expect(await count('personnel-changed.v1')).toBe(demoPeople.length);
  });

  it('200: some have left, are on leave, were promoted or move soon; contractors come and go', async () => {
    const caller = await api.caller({ companyId: demoQuarries.id });
    const list = async (query: string) => (await caller.get(`/personnel?limit=200&${query}`)).body.data;
    const [leaver] = await list('employmentStatus=terminated');
    expect(leaver).toMatchObject({ terminationDate: '2025-09-30', version: 2 });
    expect(await list('employmentStatus=onLeave')).not.toHaveLength(0);
    expect(await list('asOf=2012-01-01&jobTitle=General operative')).not.toHaveLength(0);
    const people: { id: string; nextChangeDate: string | null; dateOfBirth: string | null }[] =
      await list('');
    expect(people.some(({ nextChangeDate }) => nextChangeDate !== null)).toBe(true);
    const known = people.find(({ dateOfBirth }) => dateOfBirth !== null);
    expect(known).toBeDefined();
    const first = demoPeople.find(({ companyId }) => companyId === demoQuarries.id);
    const contacts = (await caller.get(`/personnel/${first?.id}/emergencycontacts`)).body.data;
    expect(contacts).toMatchObject([{ name: `Jo ${first?.lastName}` }]);
    const associates = (await caller.get('/associate/details')).body.data;
    expect(associates.map(({ expired }: { expired: boolean }) => expired)).toContain(true);
    expect(associates[0]).toMatchObject({
      jobTitleName: expect.any(String),
      orgStructureIds: [expect.any(String)],
    });
  });

  it('200: people report to others, and sites are establishments with the figures of a year', async () => {
    const caller = await api.caller({ companyId: demoQuarries.id });
    const { data: people } = (await caller.get('/personnel?limit=200')).body;
    const { lineManagerId } = people.find((one: { lineManagerId: unknown }) => one.lineManagerId !== null);
    expect((await caller.get(`/personnel?lineManagerId=${lineManagerId}`)).body.data).not.toHaveLength(0);
    const { data: sites } = (await caller.get('/orgstructures?type=site')).body;
    const known = sites.filter((site: { establishment: unknown }) => site.establishment !== null);
    expect(known).toHaveLength(demoEstablishments.size);
    for (const site of known) {
      expect(site.establishment).toEqual(demoEstablishments.get(site.id));
      expect((await caller.put(`/orgstructures/${site.id}`, site)).status).toBe(200);
    }
  });

  it('200: people, their places, and the default place of a user', async () => {
    const caller = await api.caller({ companyId: demoQuarries.id });
    const { body } = await caller.get('/personnel?includeTotal=true&limit=200');
    expect(body.page.totalCount).toBe(
      demoPeople.filter(({ companyId }) => companyId === demoQuarries.id).length,
    );
    expect(body.data[0].orgStructurePath).toMatch(/^Demo Quarries \/ /);
    const added = await addPerson(caller, { ...quarry, id: body.data[0].orgStructureId });
    expect(added.personnelNumber).toBe(`P-${String(body.page.totalCount + 1).padStart(6, '0')}`);
    const [user] = demoUsers;
    const place = demoPeople.find(
      ({ userId, companyId }) => userId === user?.id && companyId === demoQuarries.id,
    );
    await setRoles(api, user?.id ?? '', demoQuarries.id, [{ permissions: builtInRoles.admin }]);
    const token = await api.issuer.token(user?.id ?? '');
    const headers = { authorization: `Bearer ${token}`, 'x-company-context': demoQuarries.id };
    const defaults = (await api.send('GET', '/orgstructures?isDefault=true', { headers })).body.data;
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([place?.orgStructureId]);
  });
});
