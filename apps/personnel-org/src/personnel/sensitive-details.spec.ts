import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission, type PersonnelAuditEntry } from '@safety/contracts';
import { CompanyTransactions, Cursors, cursorScope } from '@safety/persistence';
import {
  type Answer,
  describeChanges,
  describeUnreadable,
  lockWaits,
  type TestCaller,
} from '@safety/testing';
import { longAddress } from '../testing/long-address.js';
import { addPerson, addPlace, person as personBody, setRoles, sql } from '../testing/organisation.js';
import { firstError, outcome, startScene } from '../testing/scene.js';
import {
  contact,
  contactsOf,
  payrollOf,
  sensitiveReadsOf,
  storeDetails,
} from '../testing/sensitive-details.js';
import { historyRecord } from '../testing/work-history.js';

const { api, admin, quarry, depot } = await startScene();

const colleague = (permissions: readonly Permission[], orgStructureIds: string[] = []) =>
  api.caller({ companyId: admin.companyId, permissions, orgStructureIds });
const withoutSensitive = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');

const readsOf = (person: { id: string }) => sensitiveReadsOf(api, admin.companyId, person);

describe('…/emergencycontacts', () => {
  it('201, 200, 200, 204: added, listed in their order, replaced and deleted', async () => {
    const person = await addPerson(admin, quarry);
    const second = (await admin.post(contactsOf(person), contact({ name: 'Sean', priority: 2 }))).body;
    const answer = await admin.post(contactsOf(person), contact({ address: { city: 'Cork' } }));
    const first = answer.body;
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('location')]).toEqual([
      201,
      '"1"',
      `http://localhost:8080/api/personnel/${person.id}/emergencycontacts/${first.id}`,
    ]);
    expect(first).toMatchObject({
      personnelId: person.id,
      email: null,
      address: { city: 'Cork', line1: null },
    });
    const { body } = await admin.get(contactsOf(person));
    expect(body.data).toEqual([first, second]);
    expect(body.page).toMatchObject({ hasMore: false, totalCount: 2 });
    const at = `${contactsOf(person)}/${first.id}`;
    expect((await admin.get(at)).body).toEqual(first);
    const replaced = await admin.put(at, { ...first, phonePrimary: '+353862223344' });
    expect(replaced).toMatchObject({ status: 200, body: { version: 2, phonePrimary: '+353862223344' } });
    const patched = await admin.patch(at, { address: { city: null, line1: 'Quay' } });
    expect(patched).toMatchObject({
      status: 200,
      body: { version: 3, name: 'Niamh Byrne', address: { line1: 'Quay', city: null } },
    });
    for (const _ of ['first', 'again']) expect((await admin.delete(at)).status).toBe(204);
    expect((await admin.get(at)).status).toBe(404);
    expect((await admin.put(at, first)).status).toBe(404);
    const { rows } = await sql(api, admin.companyId, 'SELECT members FROM changes WHERE id = $1', [first.id]);
    expect(JSON.stringify(rows)).not.toMatch(/Niamh|35386/);
  });

  it('200: a long address that an earlier release took stays; 422 /email: another one', async () => {
    const person = await addPerson(admin, quarry);
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    const [email, at] = [longAddress(), `${contactsOf(person)}/${id}`];
    const { priority, ...details } = contact({ email });
    await storeDetails(api, admin.companyId, { table: 'emergency_contacts', id }, details);
    expect((await admin.patch(at, { notes: 'Nights' })).body).toMatchObject({ email, notes: 'Nights' });
    expect((await admin.put(at, contact({ email }))).status).toBe(200);
    expect(firstError(await admin.patch(at, { email: longAddress() }))).toEqual([
      422,
      '/email',
      'invalid-format',
    ]);
  });

  it('409 duplicate: a priority twice, so nine at most', async () => {
    const person = await addPerson(admin, quarry);
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    const again = await admin.post(contactsOf(person), contact());
    expect([...outcome(again), again.body.conflictingId, again.body.errors]).toEqual([
      409,
      'duplicate',
      id,
      [{ pointer: '/priority', code: 'duplicate', detail: 'Is in use already.' }],
    ]);
    const other = (await admin.post(contactsOf(person), contact({ priority: 2 }))).body;
    const taken = await admin.put(`${contactsOf(person)}/${other.id}`, { ...other, priority: 1 });
    expect(outcome(taken)).toEqual([409, 'duplicate']);
    const patched = await admin.patch(`${contactsOf(person)}/${other.id}`, { priority: 1 });
    expect(outcome(patched)).toEqual([409, 'duplicate']);
    for (let priority = 3; priority <= 9; priority++)
      await admin.post(contactsOf(person), contact({ priority }));
    expect((await admin.get(contactsOf(person))).body.data).toHaveLength(9);
  });

  it('409 duplicate: says whose contact has the external id, where the caller may read it', async () => {
    const [person, meant] = [await addPerson(admin, quarry), await addPerson(admin, depot)];
    const wanted = contact({ externalId: randomUUID() });
    const { id } = (await admin.post(contactsOf(person), wanted)).body;
    const refused = async (caller: TestCaller) => {
      const { body } = await caller.post(contactsOf(meant), wanted);
      return [body.code, body.conflictingId, body.conflictingPersonnelId];
    };
    expect(await refused(admin)).toEqual(['duplicate', id, person.id]);
    const local = await colleague(builtInRoles.admin, [depot.id]);
    expect(await refused(local)).toEqual(['duplicate', null, null]);
  });

  it.each([
    ['no name', { name: undefined }, '/name', 'required'],
    ['65 characters before the @', { email: longAddress() }, '/email', 'invalid-format'],
    ['an unknown relationship', { relationship: 'rival' }, '/relationship', 'invalid-enum'],
    ['a national number', { phonePrimary: '086 111' }, '/phonePrimary', 'invalid-format'],
    ['priority 10', { priority: 10 }, '/priority', 'out-of-range'],
    ['an unknown member', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const person = await addPerson(admin, quarry);
    expect(firstError(await admin.post(contactsOf(person), contact(changes)))).toEqual([422, pointer, code]);
  });

  it('409 archived, 412 version-mismatch', async () => {
    const person = await addPerson(admin, quarry);
    const { id, ...body } = (await admin.post(contactsOf(person), contact())).body;
    const at = `${contactsOf(person)}/${id}`;
    const stale = { headers: { 'if-match': '"2"' } };
    expect(outcome(await admin.put(at, body, stale))).toEqual([412, 'version-mismatch']);
    expect(outcome(await admin.delete(at, stale))).toEqual([412, 'version-mismatch']);
    await admin.delete(`/personnel/${person.id}`);
    for (const answer of [
      await admin.post(contactsOf(person), contact({ priority: 2 })),
      await admin.put(at, body),
      await admin.delete(at),
      await admin.put(payrollOf(person), {}),
    ])
      expect(outcome(answer)).toEqual([409, 'archived']);
    expect((await admin.get(contactsOf(person))).body.data).toHaveLength(1);
  });
});

describe('DELETE …/emergencycontacts/{contactId} of one that is deleted', () => {
  it('204 whatever the version; 404 below another person, in another company, and for one that never was', async () => {
    const [person, other] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    await admin.delete(`${contactsOf(person)}/${id}`);
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await admin.delete(`${contactsOf(person)}/${id}`, stale)).status).toBe(204);
    const stranger = await api.caller();
    const theirs = await addPerson(stranger, await addPlace(api, stranger.companyId, 'Mine'));
    for (const [caller, path] of [
      [admin, `${contactsOf(other)}/${id}`],
      [admin, `${contactsOf(person)}/${randomUUID()}`],
      [stranger, `${contactsOf(person)}/${id}`],
      [stranger, `${contactsOf(theirs)}/${id}`],
    ] as const)
      expect(outcome(await caller.delete(path))).toEqual([404, 'not-found']);
    const reader = await colleague(['personnel.read', 'personnel.sensitive']);
    expect((await reader.delete(`${contactsOf(person)}/${id}`)).body.requiredPermission).toBe(
      'personnel.write',
    );
  });
});

describe('…/payroll', () => {
  const payroll = (changes: object = {}) => ({
    payGroup: 'Weekly',
    hourlyCost: 31.5,
    currency: 'EUR',
    ...changes,
  });

  it.each([45_000_000.125, 999_999_999_999.999, 1_000_000_000_000])(
    '200: a cost of %d',
    async (hourlyCost) => {
      const person = await addPerson(admin, quarry);
      const written = await admin.put(payrollOf(person), payroll({ hourlyCost, currency: 'IRR' }));
      expect(written).toMatchObject({ status: 200, body: { hourlyCost } });
      expect((await admin.get(payrollOf(person))).body.hourlyCost).toBe(hourlyCost);
    },
  );

  it('200: empty at first, then as it was written', async () => {
    const person = await addPerson(admin, quarry);
    const empty = await admin.get(payrollOf(person));
    expect([empty.status, empty.headers.get('etag'), empty.body]).toEqual([
      200,
      '"0"',
      expect.objectContaining({
        id: person.id,
        personnelId: person.id,
        version: 0,
        createdAt: null,
        archived: false,
        payrollNumber: null,
        modifiedAt: null,
        customFields: {},
      }),
    ]);
    const first = await admin.put(payrollOf(person), payroll(), { headers: { 'if-match': '"0"' } });
    expect(first).toMatchObject({ status: 200, body: { version: 1, hourlyCost: 31.5, payFrequency: null } });
    const read = (await admin.get(payrollOf(person))).body;
    expect(read).toEqual(first.body);
    const second = await admin.put(payrollOf(person), { ...read, payGroup: undefined });
    expect(second.body).toMatchObject({ version: 2, payGroup: null, hourlyCost: 31.5 });
    const stale = await admin.put(payrollOf(person), payroll(), { headers: { 'if-match': '"1"' } });
    expect(outcome(stale)).toEqual([412, 'version-mismatch']);
    const early = await admin.put(
      payrollOf(await addPerson(admin, quarry)),
      {},
      { headers: { 'if-match': '"1"' } },
    );
    expect(outcome(early)).toEqual([412, 'version-mismatch']);
  });

  it('412 for If-None-Match: *, but where nothing was written yet', async () => {
    const at = payrollOf(await addPerson(admin, quarry));
    const create = (payGroup: string) => admin.put(at, { payGroup }, { headers: { 'if-none-match': '*' } });
    expect(await create('Weekly')).toMatchObject({ status: 200, body: { version: 1 } });
    expect(outcome(await create('Monthly'))).toEqual([412, 'version-mismatch']);
    expect((await admin.get(at)).body).toMatchObject({ version: 1, payGroup: 'Weekly' });
  });

  it('200: external id and custom fields, as every row has them', async () => {
    const person = await addPerson(admin, quarry);
    const externalId = randomUUID();
    const body = payroll({ externalId, customFields: { union: 'SIPTU' } });
    const written = (await admin.put(payrollOf(person), body)).body;
    expect(written).toMatchObject({ ...body, id: person.id, createdByUserId: admin.userId, archived: false });
    const taken = await admin.put(payrollOf(await addPerson(admin, quarry)), payroll({ externalId }));
    expect([...outcome(taken), taken.body.conflictingId]).toEqual([409, 'duplicate', person.id]);
  });

  it('200: a cost without a currency that an earlier release took stays; 422 /currency: another one', async () => {
    const person = await addPerson(admin, quarry);
    const alone = payroll({ currency: null });
    await admin.put(payrollOf(person), payroll());
    await storeDetails(api, admin.companyId, { table: 'payrolls', id: person.id }, alone);
    const kept = await admin.put(payrollOf(person), { ...alone, payGroup: 'Monthly' });
    expect(kept).toMatchObject({
      status: 200,
      body: { payGroup: 'Monthly', hourlyCost: 31.5, currency: null },
    });
    const other = await admin.put(payrollOf(person), { ...alone, hourlyCost: 32 });
    expect(firstError(other)).toEqual([422, '/currency', 'required']);
    expect((await admin.put(payrollOf(person), {})).status).toBe(200);
  });

  it('409 duplicate: a payroll number in use, whatever its case; in another company it is free', async () => {
    const [one, two] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const payrollNumber = `N-${randomUUID()}`;
    await admin.put(payrollOf(one), payroll({ payrollNumber }));
    const taken = await admin.put(payrollOf(two), payroll({ payrollNumber: payrollNumber.toUpperCase() }));
    expect([...outcome(taken), taken.body.conflictingId, taken.body.errors[0].pointer]).toEqual([
      409,
      'duplicate',
      one.id,
      '/payrollNumber',
    ]);
    expect((await admin.put(payrollOf(one), payroll({ payrollNumber }))).status).toBe(200);
    const stranger = await api.caller();
    const mine = await addPerson(stranger, await addPlace(api, stranger.companyId, 'Mine'));
    expect((await stranger.put(payrollOf(mine), payroll({ payrollNumber }))).status).toBe(200);
  });

  it.each([
    ['169 hours a week', { standardHoursPerWeek: 169 }, '/standardHoursPerWeek', 'out-of-range'],
    ['a negative cost', { hourlyCost: -1 }, '/hourlyCost', 'out-of-range'],
    ['a cost beyond all currencies', { hourlyCost: 1_000_000_000_001 }, '/hourlyCost', 'out-of-range'],
    ['an unknown frequency', { payFrequency: 'never' }, '/payFrequency', 'invalid-enum'],
    ['a currency by its name', { currency: 'Euro' }, '/currency', 'invalid-format'],
    ['a cost without a currency', { currency: null }, '/currency', 'required'],
    ['a currency without a cost', { hourlyCost: undefined }, '/hourlyCost', 'required'],
    ['a bank account', { iban: 'IE29AIBK93115212345678' }, '/iban', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const person = await addPerson(admin, quarry);
    expect(firstError(await admin.put(payrollOf(person), payroll(changes)))).toEqual([422, pointer, code]);
  });
});

describe('who may', () => {
  const attempts = (person: { id: string }, contactId: string) => [
    (caller: TestCaller) => caller.get(contactsOf(person)),
    (caller: TestCaller) => caller.post(contactsOf(person), contact({ priority: 5 })),
    (caller: TestCaller) => caller.get(`${contactsOf(person)}/${contactId}`),
    (caller: TestCaller) => caller.put(`${contactsOf(person)}/${contactId}`, contact()),
    (caller: TestCaller) => caller.patch(`${contactsOf(person)}/${contactId}`, {}),
    (caller: TestCaller) => caller.delete(`${contactsOf(person)}/${contactId}`),
    (caller: TestCaller) => caller.get(payrollOf(person)),
    (caller: TestCaller) => caller.put(payrollOf(person), {}),
  ];

  it('404: another company, a person out of reach, a contact of another person', async () => {
    const [person, other] = [await addPerson(admin, quarry), await addPerson(admin, quarry)];
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    for (const caller of [await api.caller(), await colleague(builtInRoles.admin, [depot.id])])
      for (const attempt of attempts(person, id))
        expect(outcome(await attempt(caller))).toEqual([404, 'not-found']);
    for (const attempt of attempts(other, id).slice(2, 6))
      expect(outcome(await attempt(admin))).toEqual([404, 'not-found']);
    expect(await readsOf(other)).toEqual([]);
  });

  it('403: without personnel.sensitive at the place of the person, and for writes without personnel.write', async () => {
    const person = await addPerson(admin, quarry);
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    const elsewhere = await colleague([]);
    await setRoles(api, elsewhere.userId, admin.companyId, [
      { permissions: withoutSensitive },
      { permissions: ['personnel.sensitive'], orgStructureIds: [depot.id] },
    ]);
    for (const attempt of attempts(person, id))
      expect((await attempt(elsewhere)).body.requiredPermission).toBe('personnel.sensitive');
    const reader = await colleague(['personnel.read', 'personnel.sensitive']);
    const statuses = await Promise.all(
      attempts(person, id).map(async (attempt) => (await attempt(reader)).status),
    );
    expect(statuses).toEqual([200, 403, 200, 403, 403, 403, 200, 403]);
  });
});

describe('GET /personnel/{id}?include', () => {
  it('200: contacts, payroll, history and training where the caller may see them', async () => {
    const person = await addPerson(admin, quarry);
    await admin.post(contactsOf(person), contact());
    await admin.put(payrollOf(person), { payGroup: 'Weekly' });
    const steps = [
      { from: '2020-01-01', status: 'compliant' },
      { from: '2026-01-01', status: 'expiringSoon' },
      { from: '2100-01-01', status: 'nonCompliant' },
    ];
    await sql(
      api,
      admin.companyId,
      'INSERT INTO training_statuses (company_id, personnel_id, version, steps) VALUES ($1, $2, 1, $3)',
      [admin.companyId, person.id, JSON.stringify(steps)],
    );
    const at = `/personnel/${person.id}?include=emergencyContacts,payroll,history,training`;
    expect((await admin.get(at)).body).toMatchObject({
      emergencyContacts: [{ name: 'Niamh Byrne' }],
      payroll: { payGroup: 'Weekly' },
      history: [{ effectiveDate: '2020-02-01' }],
      training: { steps },
      trainingStatus: 'expiringSoon',
      redactedFields: [],
    });
    expect((await admin.get(`/personnel/${person.id}?asOf=2100-01-01`)).body.trainingStatus).toBe(
      'nonCompliant',
    );
    const found = await admin.get(`/personnel?trainingStatus=expiringSoon&ids=${person.id}`);
    expect(found.body.data).toHaveLength(1);
    const { body } = await (await colleague(withoutSensitive)).get(at);
    expect([body.emergencyContacts, body.payroll, body.history.length]).toEqual([null, null, 1]);
    expect(body.redactedFields).toEqual([
      '/dateOfBirth',
      '/sex',
      '/address',
      '/emergencyContacts',
      '/payroll',
    ]);
    expect((await admin.get(`/personnel/${person.id}?include=secrets`)).status).toBe(400);
    // The answer can be sent back, which changes none of the parts.
    const { body: read } = await admin.get(at);
    const parts = 'emergencyContacts payroll history training'.split(' ').map((part) => [part, read[part]]);
    const post = { ...read, personnelNumber: undefined, initialHistory: personBody(quarry).initialHistory };
    for (const answer of [
      await admin.put(`/personnel/${person.id}`, { ...read, middleName: 'Mary' }),
      await admin.patch(`/personnel/${person.id}`, { ...Object.fromEntries(parts), middleName: 'Maeve' }),
      await admin.post('/personnel', post),
    ])
      expect(answer.status).toBeLessThan(300);
    const { middleName, payroll, history } = (await admin.get(at)).body;
    expect([middleName, payroll, history]).toEqual(['Maeve', read.payroll, read.history]);
    // A member that `fields` leaves out is not opened, so nobody has read it.
    const known = await readsOf(person);
    const { body: few } = await admin.get(`${at}&fields=lastName,history`);
    expect([few.history.length, few.payroll, few.emergencyContacts]).toEqual([1, undefined, undefined]);
    expect(await readsOf(person)).toEqual(known);
  });
});

describe('GET /personnel/{id}/audit', () => {
  it('200: changes of the work history with their differences, of contacts and payroll by name', async () => {
    const { id } = await addPerson(admin, quarry);
    const history = `/personnel/${id}/history`;
    const record = historyRecord(quarry, '2021-05-01');
    const added = (await admin.post(history, record)).body;
    await admin.put(`${history}?date=2021-05-01`, { ...record, jobTitle: 'Foreman' });
    await admin.delete(`${history}?date=2021-05-01`);
    const contacts = `/personnel/${id}/emergencycontacts`;
    const { body: friend } = await admin.post(contacts, contact({ name: 'Sean' }));
    await admin.delete(`${contacts}/${friend.id}`);
    await admin.put(`/personnel/${id}/payroll`, { payrollNumber: 'A-1' });
    const pages: PersonnelAuditEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/personnel/${id}/audit?limit=3${cursor && `&cursor=${cursor}`}`;
      const { data, page } = (await admin.get(path)).body;
      pages.push(...data);
      cursor = page.nextCursor;
    }
    const of = (resource: string) => pages.filter((entry) => entry.resource === resource).reverse();
    const operations = (resource: string) => of(resource).map(({ operation }) => operation);
    expect(operations('workHistory')).toEqual(['added', 'added', 'changed', 'deleted']);
    const [, , changed, deleted] = of('workHistory');
    expect([changed?.resourceId, changed?.changedByUserId]).toEqual([added.id, admin.userId]);
    const title = { member: 'jobTitle', redacted: false };
    expect(changed?.members).toEqual([{ ...title, from: 'Driver', to: 'Foreman' }]);
    expect(deleted?.members).toContainEqual({ ...title, from: 'Foreman', to: null });
    expect(of('person').slice(1)).toMatchObject([
      { version: 2, members: [{ ...title, from: 'Fitter', to: 'Driver' }] },
      { version: 3, members: [{ ...title, from: 'Driver', to: 'Foreman' }] },
      { version: 4, members: [{ ...title, from: 'Foreman', to: 'Fitter' }] },
    ]);
    expect(operations('emergencyContact')).toEqual(['added', 'deleted']);
    for (const { members } of [...of('emergencyContact'), ...of('payroll')])
      expect(members).toEqual([{ member: expect.any(String), from: null, to: null, redacted: true }]);
    expect(of('payroll')).toMatchObject([{ operation: 'added', members: [{ member: 'payroll' }] }]);
    expect(JSON.stringify(pages)).not.toMatch(/Sean|A-1/);
  });

  it('200: the newest change first, where one that began earlier had to wait', async () => {
    const { id } = await addPerson(admin, quarry);
    const transactions = api.app.get(CompanyTransactions);
    let waiting: Promise<Answer> | undefined;
    await transactions.asSystem(admin.companyId, async () => {
      await transactions.takeTurns(admin.companyId, 'line-managers');
      waiting = admin.post(`/personnel/${id}/history`, historyRecord(quarry, '2021-05-01'));
      await lockWaits(transactions.current(admin.companyId).client);
      expect((await admin.patch(`/personnel/${id}`, { phone: '+353862223344' })).body.version).toBe(2);
    });
    expect((await waiting)?.status).toBe(201);
    const versions: [string, number | null][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/personnel/${id}/audit?limit=1${cursor && `&cursor=${cursor}`}`;
      const { data, page } = (await admin.get(path)).body;
      for (const { resource, version } of data) versions.push([resource, version]);
      cursor = page.nextCursor;
    }
    expect(versions.filter(([resource]) => resource === 'person')).toEqual([
      ['person', 3],
      ['person', 2],
      ['person', 1],
    ]);
  });

  it('400 invalid-cursor: one of the order by time, which a release had before', async () => {
    const { id } = await addPerson(admin, quarry);
    const scope = cursorScope(admin.companyId, 'changes-of-person', id);
    const cursor = api.app.get(Cursors).encode(scope, [new Date().toISOString(), '1']);
    expect(outcome(await admin.get(`/personnel/${id}/audit?cursor=${cursor}`))).toEqual([
      400,
      'invalid-cursor',
    ]);
  });
});

describeChanges('/personnel/{id}/emergencycontacts/{contactId}', {
  verbs: ['PUT', 'PATCH', 'DELETE'],
  row: async (_, options) => {
    const person = await addPerson(admin, quarry);
    const { id } = (await admin.post(contactsOf(person), contact())).body;
    const caller = await api.caller({ companyId: admin.companyId, ...options });
    return { caller, at: `${contactsOf(person)}/${id}`, body: contact() };
  },
});

describeChanges('/personnel/{id}', {
  verbs: ['PUT /payroll'],
  archives: true,
  row: async (_, options) => {
    const { id } = await addPerson(admin, quarry);
    const caller = await api.caller({ companyId: admin.companyId, ...options });
    return { caller, at: `/personnel/${id}`, body: {} };
  },
});

describe('POST /personnel/{id}/emergencycontacts', () => {
  describeUnreadable('such a body', async (change, options) => {
    const path = contactsOf(await addPerson(admin, quarry));
    return admin.post(path, 'body' in change ? change.body : { ...contact(), ...change.added }, options);
  });
});
