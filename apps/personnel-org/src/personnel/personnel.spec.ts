import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { distributionOf, enterCompany, obstaclesTo } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import {
  type Answer,
  describeDistribution,
  describeService,
  lockWaits,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import { PersonnelOrgModule } from '../personnel-org.module.js';
import { addAssociate, addJobTitle } from '../testing/associates.js';
import { addItem } from '../testing/org-structures.js';
import {
  addPerson,
  addPlace,
  addUser,
  person,
  sql,
  startPersonnelOrg,
  type TestPlace,
} from '../testing/organisation.js';
import { contact, contactsOf } from '../testing/sensitive-details.js';
import { historyOf, historyRecord } from '../testing/work-history.js';
import { daysLater, yearsLater } from '../work-history/calendar.js';

let api: TestApi;
let admin: TestCaller;
let quarry: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
  quarry = await addPlace(api, admin.companyId, 'Quarry');
});

afterAll(() => api.close());

const today = () => dateIn('Europe/Dublin', new Date());
const tomorrow = () => daysLater(today(), 1);

/** A caller in a company of its own with one place. */
async function company(): Promise<{ caller: TestCaller; place: TestPlace }> {
  const caller = await api.caller();
  return { caller, place: await addPlace(api, caller.companyId, 'Elsewhere') };
}

/** Adds a record of work history; it has no endpoint yet. */
const addHistory = (
  { id }: { id: string },
  place: TestPlace,
  date: string,
  jobTitle: string,
  status = 'active',
) =>
  sql(
    api,
    place.companyId,
    `INSERT INTO work_history (company_id, id, personnel_id, effective_date, org_structure_id, job_title, employment_type,
       employment_status, fte) VALUES ($1, $2, $3, $4, $5, $6, 'partTime', $7, 0.5)`,
    [place.companyId, randomUUID(), id, date, place.id, jobTitle, status],
  );

describe('POST /personnel', () => {
  it('201: a number, the members that come from the first history, ETag and Location', async () => {
    const { caller, place } = await company();
    const { status, headers, body } = await caller.post(
      '/personnel',
      person(place, { dateOfBirth: '1990-05-01' }, { fte: 0.8 }),
    );
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('location')).toBe(`http://localhost:8080/api/personnel/${body.id}`);
    expect(body).toMatchObject({
      personnelNumber: 'P-000001',
      displayName: 'Aoife Byrne',
      dateOfBirth: '1990-05-01',
      orgStructureId: place.id,
      orgStructurePath: 'Elsewhere',
      jobTitle: 'Fitter',
      employmentType: 'fullTime',
      employmentStatus: 'active',
      fte: 0.8,
      nextChangeDate: null,
      trainingStatus: 'notRequired',
      redactedFields: [],
      createdByUserId: caller.userId,
      middleName: null,
    });
    for (const hidden of ['companyId', 'placeIds', 'initialHistory']) expect(body[hidden]).toBeUndefined();
  });

  it('201: all members of a person', async () => {
    const given = {
      personnelNumber: 'X-1',
      middleName: 'Mary',
      preferredName: 'Evie',
      email: 'aoife@example.test',
      phone: '+353 1 234',
      mobile: '+353 87 234',
      dateOfBirth: '1990-05-01',
      sex: 'female',
      address: {
        line1: '1 Quay',
        line2: null,
        city: 'Cork',
        region: null,
        postalCode: null,
        countryCode: 'IE',
      },
      terminationDate: '2030-01-01',
      lineManagerId: (await addPerson(admin, quarry)).id,
      userId: await addUser(api, admin.companyId),
      externalId: 'hr-1',
      customFields: { boots: 44 },
    };
    const { body } = await admin.post('/personnel', person(quarry, given));
    expect(body).toMatchObject({ ...given, displayName: 'Evie Byrne' });
    expect((await admin.get(`/personnel/${body.id}`)).body).toEqual(body);
  });

  it('201: the first record keeps its external id and custom fields; read-only members are ignored', async () => {
    const own = { externalId: randomUUID(), customFields: { grade: 'C' } };
    const ignored = { id: randomUUID(), personnelId: randomUUID(), endDate: '2021-01-01', isCurrent: false };
    const { id } = await addPerson(admin, quarry, {}, { ...own, ...ignored });
    const { data } = (await admin.get(historyOf({ id }))).body;
    expect(data).toEqual([
      expect.objectContaining({ ...own, personnelId: id, endDate: null, isCurrent: true, version: 1 }),
    ]);
    expect(data[0].id).not.toBe(ignored.id);
    const taken = await admin.post('/personnel', person(quarry, {}, { externalId: own.externalId }));
    expect(taken).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate',
        conflictingId: data[0].id,
        errors: [{ pointer: '/initialHistory/externalId', code: 'duplicate' }],
      },
    });
  });

  it('201: 20 at once have 20 numbers, without a gap', async () => {
    const { caller, place } = await company();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.post('/personnel', person(place))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const numbers = answers.map(({ body }) => body.personnelNumber).sort();
    expect(numbers).toEqual(
      Array.from({ length: 20 }, (_, index) => `P-${String(index + 1).padStart(6, '0')}`),
    );
  });

  it('201: a number that somebody has already is passed over', async () => {
    const { caller, place } = await company();
    await addPerson(caller, place, { personnelNumber: 'p-000001' });
    expect((await addPerson(caller, place)).personnelNumber).toBe('P-000002');
  });

  it('201: the next number where somebody else is giving this one by hand', async () => {
    const { caller, place } = await company();
    const insert = `INSERT INTO personnel (company_id, id, personnel_number, first_name, last_name, hire_date)
      VALUES ($1, $2, 'P-000001', 'Aoife', 'Byrne', '2020-01-01')`;
    let adding: Promise<Answer> | undefined;
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, caller.companyId);
      await client.query(insert, [caller.companyId, randomUUID()]);
      adding = caller.post('/personnel', person(place), { headers: { 'idempotency-key': randomUUID() } });
      await lockWaits(client);
    });
    expect(await adding).toMatchObject({ status: 201, body: { personnelNumber: 'P-000002' } });
  });

  it('201: the next free number behind 2,000 that were given by hand, not behind all', async () => {
    const caller = await api.caller();
    const place = await addPlace(api, caller.companyId, 'Works');
    const insert = `INSERT INTO personnel (company_id, id, personnel_number, first_name, last_name, hire_date)
      SELECT $1, gen_random_uuid(), 'p-' || lpad(number::text, 6, '0'), 'Aoife', 'Byrne', '2020-01-01'
      FROM (SELECT generate_series(1, 2000) UNION SELECT 900000) AS given(number)`;
    await sql(api, caller.companyId, insert, [caller.companyId]);
    expect((await addPerson(caller, place)).personnelNumber).toBe('P-002001');
  });

  it('201: hired in the future, the members of the history are not in force yet', async () => {
    const body = await addPerson(admin, quarry, { hireDate: tomorrow() });
    const none = {
      orgStructureId: null,
      orgStructurePath: null,
      jobTitle: null,
      employmentType: null,
      fte: null,
    };
    expect(body).toMatchObject({ ...none, employmentStatus: null, nextChangeDate: tomorrow() });
  });

  it.each([
    ['personnelNumber', 'DUP-1', 'dup-1'],
    ['email', 'dup@example.test', 'DUP@example.test'],
    ['userId', '0190f3c2-0000-7000-8000-000000000001', '0190f3c2-0000-7000-8000-000000000001'],
    ['externalId', 'dup-1', 'dup-1'],
  ])('409 duplicate: %s', async (member, taken, given) => {
    if (member === 'userId') await addUser(api, admin.companyId, given);
    const { id } = await addPerson(admin, quarry, { [member]: taken });
    const { status, body } = await admin.post('/personnel', person(quarry, { [member]: given }));
    expect({ status, code: body.code, other: body.conflictingId }).toEqual({
      status: 409,
      code: 'duplicate',
      other: id,
    });
    const { caller, place } = await company();
    if (member === 'userId') await addUser(api, caller.companyId, given);
    expect((await caller.post('/personnel', person(place, { [member]: given }))).status).toBe(201);
  });

  it('201: the email of an archived person, 409 for the number', async () => {
    const archived = await addPerson(admin, quarry, { email: 'gone@example.test' });
    await sql(api, admin.companyId, 'UPDATE personnel SET archived_at = now() WHERE id = $1', [archived.id]);
    const { id } = await addPerson(admin, quarry, { email: 'gone@example.test' });
    expect(await addPerson(admin, quarry, { email: 'gone@example.test' })).toMatchObject({
      conflictingId: id,
    });
    const { status } = await admin.post(
      '/personnel',
      person(quarry, { personnelNumber: archived.personnelNumber }),
    );
    expect(status).toBe(409);
  });

  it.each<[string, string, object, object]>([
    ['/firstName', 'required', { firstName: undefined }, {}],
    ['/lastName', 'too-long', { lastName: 'x'.repeat(101) }, {}],
    ['/email', 'invalid-format', { email: 'nobody' }, {}],
    ['/email', 'invalid-format', { email: `${'x'.repeat(65)}@example.com` }, {}],
    ['/hireDate', 'invalid-format', { hireDate: '2020-02-30' }, {}],
    ['/hireDate', 'out-of-range', { hireDate: yearsLater(today(), 3) }, {}],
    ['/terminationDate', 'before-start', { terminationDate: '2020-01-31' }, {}],
    ['/dateOfBirth', 'out-of-range', { dateOfBirth: yearsLater(today(), -12) }, {}],
    ['/sex', 'invalid-enum', { sex: 'unknown' }, {}],
    ['/address/countryCode', 'invalid-format', { address: { countryCode: 'Ireland' } }, {}],
    ['/lineManagerId', 'not-found', { lineManagerId: randomUUID() }, {}],
    ['/userId', 'not-found', { userId: randomUUID() }, {}],
    ['/initialHistory', 'required', { initialHistory: undefined }, {}],
    ['/initialHistory/orgStructureId', 'not-found', {}, { orgStructureId: randomUUID() }],
    ['/initialHistory/lineManagerId', 'not-found', {}, { lineManagerId: randomUUID() }],
    ['/initialHistory/fte', 'out-of-range', {}, { fte: 1.5 }],
    ['/initialHistory/effectiveDate', 'unknown-field', {}, { effectiveDate: '2020-01-01' }],
    ['/initialHistory/colour', 'unknown-field', {}, { colour: 'red' }],
    ['/colour', 'unknown-field', { colour: 'red' }, {}],
  ])('422: %s %s', async (pointer, code, changes, history) => {
    const given = { ...person(quarry, changes, history), ...('initialHistory' in changes && changes) };
    const answer = await admin.post('/personnel', given);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ pointer, code });
  });

  it('422: ids of another company', async () => {
    const { caller, place } = await company();
    const foreigner = await addPerson(caller, place);
    for (const [pointer, changes, history] of [
      ['/lineManagerId', { lineManagerId: foreigner.id }, {}],
      ['/initialHistory/orgStructureId', {}, { orgStructureId: place.id }],
      ['/initialHistory/lineManagerId', {}, { lineManagerId: foreigner.id }],
    ] as const) {
      const { status, body } = await admin.post('/personnel', person(quarry, changes, history));
      expect({ status, error: body.errors[0] }).toMatchObject({
        status: 422,
        error: {
          pointer,
          code: 'not-found',
          detail: expect.stringMatching(/^No such (person|org structure)\.$/),
        },
      });
    }
  });

  it('422 archived-reference: a place or a line manager that is archived or has left', async () => {
    const shut = await addPlace(api, admin.companyId, 'Shut');
    await sql(api, admin.companyId, 'UPDATE org_structures SET archived_at = now() WHERE id = $1', [shut.id]);
    const atShut = await admin.post('/personnel', person(shut));
    expect(atShut.body.errors[0]).toMatchObject({
      pointer: '/initialHistory/orgStructureId',
      code: 'archived-reference',
    });
    const left = await addPerson(admin, quarry, {}, { employmentStatus: 'terminated' });
    const archived = await addPerson(admin, quarry);
    await sql(api, admin.companyId, 'UPDATE personnel SET archived_at = now() WHERE id = $1', [archived.id]);
    for (const { id } of [left, archived]) {
      const { body } = await admin.post('/personnel', person(quarry, { lineManagerId: id }));
      expect(body.errors[0]).toMatchObject({ pointer: '/lineManagerId', code: 'archived-reference' });
    }
  });

  it.each([
    ['the hire date, when nothing is said', {}, '2020-02-01'],
    ['as given', { terminationDate: '2021-05-31' }, '2021-05-31'],
    ['none before it takes effect', { hireDate: tomorrow() }, null],
  ])('201: somebody who has left has a termination date: %s', async (_, changes, expected) => {
    const body = await addPerson(admin, quarry, changes, { employmentStatus: 'terminated' });
    expect(body.terminationDate).toBe(expected);
  });
});

describe('GET /personnel/{id}', () => {
  it('200: the history of today counts, that of tomorrow is announced', async () => {
    const depot = await addPlace(api, admin.companyId, 'Depot', { parent: quarry });
    const added = await addPerson(admin, quarry);
    await addHistory(added, quarry, today(), 'Foreman', 'onLeave');
    await addHistory(added, depot, tomorrow(), 'Driver');
    await addHistory(added, depot, yearsLater(today(), 1), 'Manager');
    expect((await admin.get(`/personnel/${added.id}`)).body).toMatchObject({
      jobTitle: 'Foreman',
      employmentType: 'partTime',
      employmentStatus: 'onLeave',
      fte: 0.5,
      orgStructurePath: 'Quarry',
      nextChangeDate: tomorrow(),
    });
  });
});

describe('GET /personnel?asOf', () => {
  it('200: filters by what was; who may see a person follows from today', async () => {
    const caller = await api.caller();
    const [old, now] = [
      await addPlace(api, caller.companyId, 'Old'),
      await addPlace(api, caller.companyId, 'Now'),
    ];
    const person = await addPerson(caller, old);
    await caller.post(`/personnel/${person.id}/history`, {
      effectiveDate: '2024-01-01',
      orgStructureId: now.id,
      jobTitle: 'Planner',
      employmentType: 'partTime',
      employmentStatus: 'active',
    });
    const list = async (query: string, who = caller) =>
      (await who.get(`/personnel?${query}`)).body.data.length;
    expect(await list(`asOf=2022-01-01&orgStructureId=${old.id}&jobTitle=Fitter`)).toBe(1);
    expect(await list(`asOf=2022-01-01&orgStructureId=${now.id}`)).toBe(0);
    expect(await list(`orgStructureId=${now.id}&employmentType=partTime`)).toBe(1);
    expect(await list(`asOf=2019-01-01&orgStructureId=${old.id}`)).toBe(0);
    const companyId = caller.companyId;
    const permissions = builtInRoles.admin;
    const formerBoss = await api.caller({ companyId, permissions, orgStructureIds: [old.id] });
    expect(await list('asOf=2022-01-01', formerBoss)).toBe(0);
    expect((await formerBoss.get(`/personnel/${person.id}?asOf=2022-01-01`)).status).toBe(404);
  });
});

describe('GET of a row that shows more than its own', () => {
  /** The path of such a row, and what moves it without writing it. */
  type Shown = (
    caller: TestCaller,
    place: TestPlace,
  ) => Promise<[path: string, move: () => Promise<unknown>]>;

  it.each<[string, Shown]>([
    [
      '/personnel/{id}?include=emergencyContacts',
      async (caller, place) => {
        const added = await addPerson(caller, place);
        const path = `/personnel/${added.id}?include=emergencyContacts`;
        return [path, () => caller.post(contactsOf(added), contact())];
      },
    ],
    [
      '/personnel/{id}',
      async (caller, place) => {
        const added = await addPerson(caller, place);
        const move = () => caller.post(historyOf(added), historyRecord(place, tomorrow()));
        return [`/personnel/${added.id}`, move];
      },
    ],
    [
      '/associate/{id}',
      async (caller) => {
        const title = await addJobTitle(caller);
        const { id } = await addAssociate(caller, { jobTitleId: title.id });
        const move = () => caller.patch(`/associate/jobtitle/${title.id}`, { name: 'Blaster' });
        return [`/associate/${id}`, move];
      },
    ],
    [
      '/associate/jobtitle/{id}',
      async (caller) => {
        const { id } = await addJobTitle(caller);
        return [`/associate/jobtitle/${id}`, () => addAssociate(caller, { jobTitleId: id })];
      },
    ],
    [
      '/orgstructures/{id}',
      async (caller, { id: orgStructureId }) => {
        const move = () => caller.put('/users/me/defaultorgstructure', { orgStructureId });
        return [`/orgstructures/${orgStructureId}`, move];
      },
    ],
    [
      '/orgstructures/items/{id}',
      async (caller, { id: parentId }) => {
        const { id: itemId } = await addItem(caller);
        const move = () => caller.post('/orgstructures', { itemId, parentId });
        return [`/orgstructures/items/${itemId}`, move];
      },
    ],
    [
      '/users/me',
      async (caller, place) => {
        const userId = await addUser(api, caller.companyId, caller.userId);
        return ['/users/me', () => addPerson(caller, place, { userId })];
      },
    ],
  ])('%s 304 while nothing moves; 200 once another row does, of the same version', async (_, shown) => {
    const { caller, place } = await company();
    const [path, move] = await shown(caller, place);
    const { headers, body: before } = await caller.get(path);
    const again = () => caller.get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect((await again()).status).toBe(304);
    await move();
    const { status, body } = await again();
    expect([status, body.version]).toEqual([200, before.version]);
    expect(body).not.toEqual(before);
  });
});

describeDistribution(
  () => api,
  { obstaclesTo, distributionOf },
  {
    triggers: [
      'personnel personnel_days',
      'sensitive_reads sensitive_reads_unchanged',
      'training_statuses training_statuses_days',
      'work_history work_history_days',
    ],
    inTheWay: ['public.history_due history_due_company_id_personnel_id_effective_date_fkey'],
  },
);

describeService(() => api, PersonnelOrgModule, {
  queries: { 'DELETE /personnel/{id}/history': '?date=2020-01-01' },
  tablesShownEverywhere: {
    users: 'names of users to choose from; the person behind one is shown by `personnel`',
  },
  uniqueWithoutDuplicate: {
    org_structures_legal_name_key: '`LegalNames` looks first, and those who write org structures take turns',
    work_history_date_key: '`refuseDate` looks first, under the lock of the person',
  },
  tablesWithoutCompany: {
    company_keys: 'a rotation goes through all companies; holds keys that only the deployment unwraps',
    history_due: 'is looked through for all companies; holds ids and dates only',
  },
  openApi: {
    file: 'apps/personnel-org/openapi.json',
    title: 'Personnel and org structures',
    description: 'People, what their work history says of them today, and the tree of places they work at.',
    prefix: '/api',
  },
});
