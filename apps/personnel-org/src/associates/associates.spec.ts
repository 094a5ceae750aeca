import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import { enterCompany } from '@safety/persistence';
import {
  type Answer,
  describeResource,
  lockWaits,
  type RequestOptions,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import { addAssociate, addJobTitle, associate } from '../testing/associates.js';
import { longAddress } from '../testing/long-address.js';
import { addPerson, addPlace, setRoles, startPersonnelOrg, type TestPlace } from '../testing/organisation.js';

let api: TestApi;
let admin: TestCaller;
let north: TestPlace;
let quarry: TestPlace;
let depot: TestPlace;
const places = new Map<string, TestPlace>();

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
  const { companyId } = admin;
  north = await addPlace(api, companyId, 'North', { type: 'region' });
  quarry = await addPlace(api, companyId, 'Quarry', { parent: north });
  depot = await addPlace(api, companyId, 'Depot');
});
afterAll(() => api.close());

describeResource(() => api, {
  path: '/associate',
  list: '/associate/details',
  prepare: async ({ companyId }) => {
    places.set(companyId, await addPlace(api, companyId, 'Quarry'));
  },
  body: ({ companyId }, changes) => associate({ orgStructureIds: [places.get(companyId)?.id], ...changes }),
  text: { member: 'lastName', values: ['Byrne', 'Doyle'] },
  required: 'firstName',
  sorts: ['lastName', 'createdAt', 'validTo'],
  filter: { name: 'associateType', none: 'visitor' },
  without: ['replace', 'patch'],
  elsewhere: async ({ companyId }) => ({ orgStructureIds: [(await addPlace(api, companyId, 'Depot')).id] }),
});

const local = (orgStructureIds: string[]) =>
  api.caller({ companyId: admin.companyId, permissions: builtInRoles.admin, orgStructureIds });

describe('POST /associate', () => {
  it('201: with the names that follow from others', async () => {
    const title = await addJobTitle(admin);
    const host = await addPerson(admin, quarry);
    const added = await addAssociate(admin, {
      jobTitleId: title.id,
      hostPersonnelId: host.id,
      orgStructureIds: [quarry.id, depot.id],
      phone: '+353861234567',
      validTo: '2020-01-01',
    });
    expect(added).toMatchObject({
      displayName: 'Conor Daly',
      jobTitleName: title.name,
      expired: true,
      hostPersonnelId: host.id,
      orgStructureIds: [quarry.id, depot.id],
      notes: null,
    });
  });

  it.each([
    ['no employer of a contractor', { employerName: null }, '/employerName', 'required'],
    ['an unknown type', { associateType: 'ghost' }, '/associateType', 'invalid-enum'],
    [
      'a validity that ends before it begins',
      { validFrom: '2026-02-01', validTo: '2026-01-31' },
      '/validTo',
      'before-start',
    ],
    ['a national telephone number', { phone: '086 123 4567' }, '/phone', 'invalid-format'],
    ['no address', { email: 'conor' }, '/email', 'invalid-format'],
    ['65 characters before the @', { email: longAddress() }, '/email', 'invalid-format'],
    ['an unknown job title', { jobTitleId: randomUUID() }, '/jobTitleId', 'not-found'],
    ['an unknown host', { hostPersonnelId: randomUUID() }, '/hostPersonnelId', 'not-found'],
    ['an unknown org structure', { orgStructureIds: [randomUUID()] }, '/orgStructureIds/0', 'not-found'],
    [
      'too many org structures',
      { orgStructureIds: Array.from({ length: 51 }, () => randomUUID()) },
      '/orgStructureIds',
      'too-long',
    ],
  ])('422: %s', async (_, changes, pointer, code) => {
    const { status, body } = await admin.post('/associate', associate(changes));
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ pointer, code }] });
  });

  it('422 archived-reference: a job title that is archived in the same moment', async () => {
    const { id: jobTitleId } = await addJobTitle(admin);
    let adding: Promise<Answer> | undefined;
    await api.database.transaction('service', async (client) => {
      await enterCompany(client, admin.companyId);
      await client.query('UPDATE job_titles SET archived_at = now() WHERE id = $1', [jobTitleId]);
      adding = admin.post('/associate', associate({ jobTitleId }));
      await lockWaits(client);
    });
    expect(await adding).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/jobTitleId', code: 'archived-reference' }] },
    });
  });

  it('201: a visitor needs no employer', async () => {
    expect(await addAssociate(admin, { associateType: 'visitor', employerName: null })).toMatchObject({
      version: 1,
    });
  });

  it('422 not-found: every id of another company that is named', async () => {
    const stranger = await api.caller();
    const elsewhere = await addPlace(api, stranger.companyId, 'Mine');
    const host = await addPerson(stranger, elsewhere);
    const title = await addJobTitle(stranger);
    const names = { jobTitleId: title.id, hostPersonnelId: host.id, orgStructureIds: [elsewhere.id] };
    const { status, body } = await admin.post('/associate', associate(names));
    expect(status).toBe(422);
    expect(
      body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort(),
    ).toEqual(['/hostPersonnelId not-found', '/jobTitleId not-found', '/orgStructureIds/0 not-found']);
  });

  it('409 duplicate: an e-mail in use, whatever its case; free once the other is archived', async () => {
    const email = `${randomUUID()}@example.test`;
    const { id } = await addAssociate(admin, { email });
    const again = await admin.post('/associate', associate({ email: email.toUpperCase() }));
    expect([again.status, again.body.code, again.body.conflictingId]).toEqual([409, 'duplicate', id]);
    await admin.delete(`/associate/${id}`);
    const { id: other } = await addAssociate(admin, { email });
    const restored = await admin.put(`/associate/${id}/restore`);
    expect([restored.status, restored.body.conflictingId]).toEqual([409, other]);
  });

  it('409 archived: a restore at an org structure that is archived meanwhile', async () => {
    const place = await addPlace(api, admin.companyId, 'Closing');
    const { id } = await addAssociate(admin, { orgStructureIds: [place.id] });
    await admin.delete(`/associate/${id}`);
    expect((await admin.delete(`/orgstructures/${place.id}`)).status).toBe(204);
    const refused = await admin.put(`/associate/${id}/restore`);
    const references = [{ resource: 'orgstructures', id: place.id }];
    expect(refused).toMatchObject({ status: 409, body: { code: 'archived', references } });
    await admin.put(`/orgstructures/${place.id}/restore`);
    expect((await admin.put(`/associate/${id}/restore`)).status).toBe(200);
  });
});

describe('PUT /associate', () => {
  const put = (body: object, options?: RequestOptions) => admin.put('/associate', body, options);

  it('422 unknown-field: a member that there is not', async () => {
    const { status, body } = await put({ ...(await addAssociate(admin)), colour: 'red' });
    expect([status, body.code]).toEqual([422, 'unknown-field']);
  });

  it('200: what was read, edited and sent back', async () => {
    const read = await addAssociate(admin, { notes: 'Old', email: `${randomUUID()}@example.test` });
    const { status, headers, body } = await put({ ...read, lastName: 'Doyle', notes: undefined });
    expect([status, headers.get('etag'), body.displayName, body.notes]).toEqual([
      200,
      '"2"',
      'Conor Doyle',
      null,
    ]);
    expect(body.email).toBe(read.email);
  });

  it('412 version-mismatch: the version of the body, as If-Match', async () => {
    const read = await addAssociate(admin);
    await put(read);
    const stale = await put(read);
    expect([stale.status, stale.body.code, stale.body.currentVersion]).toEqual([412, 'version-mismatch', 2]);
    expect((await put({ ...read, version: undefined }, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await put({ ...read, version: undefined })).status).toBe(200);
  });

  it('428 precondition-required: without a version, in a company that demands it', async () => {
    const strict = await api.caller({ requireIfMatch: true });
    const read = await addAssociate(strict);
    const { status, body } = await strict.put('/associate', { ...read, version: undefined });
    expect([status, body.code]).toEqual([428, 'precondition-required']);
    expect((await strict.put('/associate', read)).status).toBe(200);
  });

  it('404 not-found: an id that there is not, of another company, or out of reach', async () => {
    const foreign = await addAssociate(await api.caller());
    const beside = await addAssociate(admin, { orgStructureIds: [depot.id] });
    const near = await local([north.id]);
    for (const answer of [
      await put({ ...foreign, id: randomUUID() }),
      await put(foreign),
      await near.put('/associate', beside),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
  });

  it('409 archived, 409 duplicate, 403 without the permission at all of the org structures', async () => {
    const [first, second] = [
      await addAssociate(admin, { email: `${randomUUID()}@a.test` }),
      await addAssociate(admin),
    ];
    const taken = await put({ ...second, email: first.email });
    expect([taken.status, taken.body.code, taken.body.conflictingId]).toEqual([409, 'duplicate', first.id]);
    await admin.delete(`/associate/${first.id}`);
    expect((await put(first)).body.code).toBe('archived');
    const shared = await addAssociate(admin, { orgStructureIds: [quarry.id, depot.id] });
    expect((await (await local([north.id])).put('/associate', shared)).status).toBe(403);
  });

  it('422: no id, a wrong member, and every reference that changes', async () => {
    const read = await addAssociate(admin, { orgStructureIds: [quarry.id] });
    const errors = async (body: object) => (await put(body)).body.errors;
    expect(await errors({ ...read, id: undefined })).toMatchObject([{ pointer: '/id', code: 'required' }]);
    expect(await errors({ ...read, lastName: '' })).toMatchObject([
      { pointer: '/lastName', code: 'required' },
    ]);
    expect(
      await errors({ ...read, jobTitleId: randomUUID(), orgStructureIds: [quarry.id, randomUUID()] }),
    ).toMatchObject([
      { pointer: '/orgStructureIds/1', code: 'not-found' },
      { pointer: '/jobTitleId', code: 'not-found' },
    ]);
  });

  it('200: what it named before may stay, whatever has become of it', async () => {
    const title = await addJobTitle(admin);
    const read = await addAssociate(admin, { jobTitleId: title.id });
    await admin.delete(`/associate/jobtitle/${title.id}`);
    expect((await put({ ...read, lastName: 'Ebbs' })).status).toBe(200);
  });
});

describe('org structures of the role', () => {
  it('422 required: an associate of no org structure', async () => {
    const { status, body } = await (await local([north.id])).post('/associate', associate());
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/orgStructureIds', code: 'required' }],
    });
  });

  it('422 not-found: an org structure or a host beside them', async () => {
    const host = await addPerson(admin, depot);
    const { status, body } = await (await local([north.id])).post(
      '/associate',
      associate({ orgStructureIds: [depot.id], hostPersonnelId: host.id }),
    );
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { pointer: '/orgStructureIds/0', code: 'not-found' },
      { pointer: '/hostPersonnelId', code: 'not-found' },
    ]);
  });

  it('201 below them; in sight at any of them, written with the permission at all of them', async () => {
    const caller = await local([north.id]);
    const own = await addAssociate(caller, { orgStructureIds: [quarry.id] });
    const shared = await addAssociate(admin, { orgStructureIds: [quarry.id, depot.id] });
    const hidden = await addAssociate(admin, { orgStructureIds: [depot.id] });
    expect((await caller.get(`/associate/${shared.id}`)).status).toBe(200);
    expect((await caller.delete(`/associate/${shared.id}`)).status).toBe(403);
    expect((await caller.delete(`/associate/${own.id}`)).status).toBe(204);
    expect((await caller.get(`/associate/${hidden.id}`)).status).toBe(404);
  });

  it('403 permission-denied: in sight, and no permission to write there', async () => {
    const reader = await api.caller({ companyId: admin.companyId });
    await setRoles(api, reader.userId, admin.companyId, [
      { permissions: ['associates.read'] },
      { permissions: ['associates.write'], orgStructureIds: [quarry.id] },
    ]);
    const refused = await reader.post('/associate', associate({ orgStructureIds: [depot.id] }));
    expect(refused).toMatchObject({ status: 403, body: { requiredPermission: 'associates.write' } });
    const visitor = await addAssociate(admin);
    const detail = 'You lack the permission associates.write in the whole company.';
    expect(await reader.delete(`/associate/${visitor.id}`)).toMatchObject({ status: 403, body: { detail } });
  });
});

describe('GET /associate/details', () => {
  let reader: TestCaller;
  let yard: TestPlace;
  let shed: TestPlace;

  beforeAll(async () => {
    reader = await api.caller();
    yard = await addPlace(api, reader.companyId, 'Yard');
    shed = await addPlace(api, reader.companyId, 'Shed', { parent: yard, type: 'building' });
    const title = await addJobTitle(reader);
    const host = await addPerson(reader, yard);
    const rows = [
      {
        firstName: 'Eva',
        lastName: 'Adler',
        orgStructureIds: [yard.id],
        jobTitleId: title.id,
        validTo: '2026-06-30',
      },
      { lastName: 'byrne', orgStructureIds: [shed.id], hostPersonnelId: host.id, validFrom: '2026-06-01' },
      { lastName: 'Costa', associateType: 'visitor', employerName: 'Zinc Works', email: 'c@zinc.test' },
    ];
    for (const row of rows) await addAssociate(reader, row);
    filters = { title: title.id, host: host.id };
  });
  let filters: { title: string; host: string };

  const names = async (query: string) =>
    (await reader.get(`/associate/details${query}`)).body.data.map(
      ({ lastName }: { lastName: string }) => lastName,
    );

  it('200: by last name as people sort, by validity with open ends last', async () => {
    expect(await names('')).toEqual(['Adler', 'byrne', 'Costa']);
    expect((await names('?sort=validTo'))[0]).toBe('Adler');
  });

  it('200: filters and search', async () => {
    expect(await names('?associateType=visitor,supplier')).toEqual(['Costa']);
    expect(await names(`?jobTitleId=${filters.title}`)).toEqual(['Adler']);
    expect(await names(`?hostPersonnelId=${filters.host}`)).toEqual(['byrne']);
    expect(await names(`?orgStructureId=${yard.id}`)).toEqual(['Adler', 'byrne']);
    expect(await names(`?orgStructureId=${yard.id}&includeDescendants=false`)).toEqual(['Adler']);
    expect(await names('?validOn=2026-06-15')).toEqual(['Adler', 'byrne', 'Costa']);
    expect(await names('?validOn=2026-07-01')).toEqual(['byrne', 'Costa']);
    expect(await names('?validOn=2026-05-31')).toEqual(['Adler', 'Costa']);
    expect(await names('?q=ZINC')).toEqual(['Costa']);
    expect(await names('?q=eva%20adler')).toEqual(['Adler']);
  });

  it('200 with nothing: ids of another company in filters', async () => {
    expect(await names(`?orgStructureId=${quarry.id}`)).toEqual([]);
    expect(await names(`?hostPersonnelId=${randomUUID()}`)).toEqual([]);
  });
});
