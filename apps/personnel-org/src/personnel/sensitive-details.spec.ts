import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import { seedTransaction } from '@safety/persistence';
import { type Answer, type TestApi, type TestCaller } from '@safety/testing';
import {
  addPerson,
  addPlace,
  setRoles,
  sql,
  startPersonnelOrg,
  type TestPlace,
} from '../testing/organisation.js';

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

const outcome = ({ status, body }: Answer) => [status, body.code];
const firstError = ({ status, body }: Answer) => [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
const colleague = (permissions: readonly Permission[], orgStructureIds: string[] = []) =>
  api.caller({ companyId: admin.companyId, permissions, orgStructureIds });
const withoutSensitive = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');

const contactsOf = (person: { id: string }) => `/personnel/${person.id}/emergencycontacts`;
const payrollOf = (person: { id: string }) => `/personnel/${person.id}/payroll`;
const contact = (changes: object = {}) => ({
  name: 'Niamh Byrne',
  relationship: 'spouse',
  phonePrimary: '+353861112233',
  priority: 1,
  ...changes,
});

/** The recorded reads of a person, the oldest first. */
const readsOf = async (person: { id: string }, companyId = admin.companyId) =>
  (
    await sql(
      api,
      companyId,
      'SELECT user_id, members FROM sensitive_reads WHERE personnel_id = $1 ORDER BY number',
      [person.id],
    )
  ).rows.map(({ user_id, members }) => [user_id, members]);

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
    expect((await admin.delete(at)).status).toBe(204);
    expect((await admin.get(at)).status).toBe(404);
    const { rows } = await sql(api, admin.companyId, 'SELECT members FROM changes WHERE id = $1', [first.id]);
    expect(JSON.stringify(rows)).not.toMatch(/Niamh|35386/);
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

  it.each([
    ['no name', { name: undefined }, '/name', 'required'],
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

describe('…/payroll', () => {
  const payroll = (changes: object = {}) => ({
    payGroup: 'Weekly',
    hourlyCost: 31.5,
    currency: 'EUR',
    ...changes,
  });

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

  it('200: external id and custom fields, as every row has them', async () => {
    const person = await addPerson(admin, quarry);
    const externalId = randomUUID();
    const body = payroll({ externalId, customFields: { union: 'SIPTU' } });
    const written = (await admin.put(payrollOf(person), body)).body;
    expect(written).toMatchObject({ ...body, id: person.id, createdByUserId: admin.userId, archived: false });
    const taken = await admin.put(payrollOf(await addPerson(admin, quarry)), payroll({ externalId }));
    expect([...outcome(taken), taken.body.conflictingId]).toEqual([409, 'duplicate', person.id]);
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
    ['an unknown frequency', { payFrequency: 'never' }, '/payFrequency', 'invalid-enum'],
    ['a currency by its name', { currency: 'Euro' }, '/currency', 'invalid-format'],
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
  });
});

describe('sensitive members', () => {
  const sensitive = { dateOfBirth: '1980-04-05', sex: 'female', address: { city: 'Galway' } };

  it('lie encrypted in every table and message', async () => {
    const person = await addPerson(admin, quarry, sensitive);
    await admin.patch(`/personnel/${person.id}`, { address: { city: 'Letterfrack' } });
    await admin.post(contactsOf(person), contact({ name: 'Letterfrack' }));
    await admin.put(payrollOf(person), { payrollNumber: 'Letterfrack-1' });
    await seedTransaction(api.database.ownerUrl, async (owner) => {
      const { rows: tables } = await owner.query<{ name: string }>(
        "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
      );
      for (const { name } of tables) {
        const { rows } = await owner.query(
          `SELECT FROM ${name} AS r WHERE r::text ~ '1980-04-05|Galway|Letterfrack|Niamh'`,
        );
        expect([name, rows.length]).toEqual([name, 0]);
      }
    });
    expect((await admin.get(`/personnel/${person.id}`)).body).toMatchObject({
      dateOfBirth: '1980-04-05',
      sex: 'female',
      address: { city: 'Letterfrack' },
    });
  });

  it('do not open in another row, another member or another company', async () => {
    const [from, to] = [await addPerson(admin, quarry, sensitive), await addPerson(admin, quarry)];
    const moved = async (set: string, target: string) => {
      await sql(api, admin.companyId, `UPDATE personnel SET ${set} WHERE id = $1`, [target]);
      return (await admin.get(`/personnel/${target}`)).status;
    };
    const copy = `date_of_birth_sealed = (SELECT date_of_birth_sealed FROM personnel WHERE id = '${from.id}')`;
    expect(await moved(copy, to.id)).toBe(500);
    expect(await moved('sex_sealed = date_of_birth_sealed', from.id)).toBe(500);
  });

  it('are changed by their members alone, each named and none told', async () => {
    const person = await addPerson(admin, quarry, sensitive);
    const { body } = await admin.patch(`/personnel/${person.id}`, { address: { city: 'Sligo' } });
    expect(body).toMatchObject({ dateOfBirth: '1980-04-05', address: { city: 'Sligo' } });
    const { data } = (await admin.get(`/personnel/${person.id}/audit`)).body;
    expect(data[0].members).toEqual([{ member: 'address', from: null, to: null, redacted: true }]);
  });

  it('are read with a record of who read which, never without', async () => {
    const person = await addPerson(admin, quarry, { dateOfBirth: '1980-04-05' });
    const hr = await colleague(builtInRoles.admin);
    await hr.get(`/personnel/${person.id}`);
    await hr.get(`/personnel?ids=${person.id}`);
    await hr.get(`/personnel?ids=${person.id}&fields=lastName`);
    await (await colleague(withoutSensitive)).get(`/personnel/${person.id}`);
    await admin.post(contactsOf(person), contact());
    await hr.get(contactsOf(person));
    expect(await readsOf(person)).toEqual([
      [admin.userId, ['dateOfBirth']],
      [hr.userId, ['dateOfBirth']],
      [hr.userId, ['dateOfBirth']],
      [admin.userId, ['emergencyContacts']],
      [hr.userId, ['emergencyContacts']],
    ]);
    for (const statement of ['UPDATE sensitive_reads SET user_id = NULL', 'DELETE FROM sensitive_reads'])
      await expect(sql(api, admin.companyId, statement, [])).rejects.toThrow('never changed');
  });
});

describe('GET /personnel/{id}/audit?kind=reads', () => {
  const reads = (caller: TestCaller, person: { id: string }, query = '') =>
    caller.get(`/personnel/${person.id}/audit?kind=reads${query}`);

  it('200: who read which members and when, the newest first, and no value', async () => {
    const person = await addPerson(admin, quarry, { dateOfBirth: '1980-04-05', address: { city: 'Galway' } });
    const hr = await colleague(builtInRoles.admin);
    const shown = await hr.get(`/personnel/${person.id}`);
    await admin.put(payrollOf(person), { payGroup: 'Weekly' });
    const { status, body } = await reads(hr, person);
    expect(status).toBe(200);
    const entry = (userId: string, members: string[]) =>
      expect.objectContaining({
        version: null,
        operation: 'read',
        actor: 'user',
        changedByUserId: userId,
        changedAt: expect.stringMatching(/Z$/),
        members: members.map((member) => ({ member, from: null, to: null, redacted: true })),
      });
    expect(body.data).toEqual([
      entry(admin.userId, ['payroll']),
      entry(hr.userId, ['dateOfBirth', 'address']),
      entry(admin.userId, ['dateOfBirth', 'address']),
    ]);
    expect(body.data[1].requestId).toBe(shown.headers.get('x-request-id'));
    expect(JSON.stringify(body)).not.toMatch(/1980|Galway|Weekly/);
    const first = (await reads(hr, person, '&limit=2')).body;
    const rest = (await reads(hr, person, `&limit=2&cursor=${first.page.nextCursor}`)).body;
    expect([...first.data, ...rest.data]).toEqual(body.data);
    expect(rest.page).toEqual({ limit: 2, hasMore: false, nextCursor: null });
  });

  it('403 without personnel.sensitive at the place, 404 out of reach, 400 for another kind', async () => {
    const person = await addPerson(admin, depot);
    const refused = await reads(await colleague(withoutSensitive), person);
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'personnel.sensitive']);
    const local = await colleague([]);
    await setRoles(api, local.userId, admin.companyId, [
      { permissions: ['personnel.read'] },
      { permissions: ['personnel.sensitive'], orgStructureIds: [quarry.id] },
    ]);
    expect((await reads(local, person)).status).toBe(403);
    expect((await reads(local, await addPerson(admin, quarry))).status).toBe(200);
    expect((await reads(await api.caller(), person)).status).toBe(404);
    expect((await admin.get(`/personnel/${person.id}/audit?kind=all`)).status).toBe(400);
    const { page } = (await admin.get(`/personnel/${person.id}/audit?limit=1`)).body;
    expect(page.hasMore).toBe(false);
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

  it('400 and 422: a line manager who is unknown, of another company, the person, or reports to those moved', async () => {
    const stranger = await api.caller();
    const foreign = await addPerson(stranger, await addPlace(api, stranger.companyId, 'Mine'));
    const boss = await addPerson(admin, quarry);
    const report = await addPerson(admin, quarry, { lineManagerId: boss.id });
    const below = await addPerson(admin, quarry, { lineManagerId: report.id });
    const to = (id: string) => admin.delete(`/personnel/${boss.id}?reassignTo=${id}`);
    for (const id of [randomUUID(), foreign.id, boss.id])
      expect(outcome(await to(id))).toEqual([400, 'invalid-parameter']);
    for (const { id } of [report, below]) expect(outcome(await to(id))).toEqual([422, 'cycle']);
    expect((await admin.get(`/personnel/${boss.id}`)).body.archived).toBe(false);
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
    const refused = await caller.delete(`/personnel/${boss.id}?reassignTo=${next.id}`);
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'personnel.write']);
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
});

describe('asOf', () => {
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
