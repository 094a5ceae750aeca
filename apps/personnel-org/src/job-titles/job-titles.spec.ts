import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeResource, type TestApi, type TestCaller } from '@safety/testing';
import { addAssociate, addJobTitle, associate } from '../testing/associates.js';
import { addPlace, startPersonnelOrg } from '../testing/organisation.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startPersonnelOrg();
  admin = await api.caller();
});
afterAll(() => api.close());

describeResource(() => api, {
  path: '/associate/jobtitle',
  list: '/associate/jobtitles',
  body: (_, changes) => ({ name: `Driller ${randomUUID()}`, ...changes }),
  text: { member: 'code', values: ['A', 'B'] },
  required: 'name',
  sorts: ['name'],
  unique: 'name',
  elsewhere: 'to everyone',
});

const at = (id: string) => `/associate/jobtitle/${id}`;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('names are unique among active job titles', () => {
  it('409 duplicate: whatever the case and blanks around it', async () => {
    const { id, name } = await addJobTitle(admin);
    const again = await admin.post('/associate/jobtitle', { name: `  ${name.toUpperCase()} ` });
    expect([...outcome(again), again.body.conflictingId]).toEqual([409, 'duplicate', id]);
  });

  it('409 duplicate on PUT and PATCH too', async () => {
    const [first, second] = [await addJobTitle(admin), await addJobTitle(admin)];
    for (const answer of [
      await admin.put(at(second.id), { name: first.name }),
      await admin.patch(at(second.id), { name: first.name }),
    ])
      expect([...outcome(answer), answer.body.conflictingId]).toEqual([409, 'duplicate', first.id]);
  });

  it('201: the name of an archived one; 409 duplicate when that is restored then', async () => {
    const old = await addJobTitle(admin);
    await admin.delete(at(old.id));
    const { id } = await addJobTitle(admin, { name: old.name });
    const restored = await admin.put(`${at(old.id)}/restore`);
    expect([...outcome(restored), restored.body.conflictingId]).toEqual([409, 'duplicate', id]);
  });

  it('409 duplicate that tells of an archived one: an external id, which archived rows keep', async () => {
    const old = await addJobTitle(admin, { externalId: 'old' });
    await admin.delete(at(old.id));
    const again = await admin.post('/associate/jobtitle', { name: 'Another', externalId: 'old' });
    expect(again).toMatchObject({
      status: 409,
      body: { conflictingId: old.id, detail: expect.stringContaining('archived: restore it') },
    });
  });

  it('one of 5 requests for the same name at once wins', async () => {
    const body = { name: `Welder ${randomUUID()}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post('/associate/jobtitle', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('an archived job title', () => {
  it('is kept by its associates and refused for others with 422 archived-reference', async () => {
    const title = await addJobTitle(admin);
    const holder = await addAssociate(admin, { jobTitleId: title.id });
    await admin.delete(at(title.id));
    expect((await admin.get(`/associate/${holder.id}`)).body).toMatchObject({
      jobTitleId: title.id,
      jobTitleName: title.name,
    });
    const refused = await admin.post('/associate', associate({ jobTitleId: title.id }));
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/jobTitleId', code: 'archived-reference' }] },
    });
  });
});

describe('associateCount', () => {
  it('counts those who are not archived and whom the caller sees', async () => {
    const place = await addPlace(api, admin.companyId, 'Quarry');
    const title = await addJobTitle(admin);
    const first = await addAssociate(admin, { jobTitleId: title.id });
    await addAssociate(admin, { jobTitleId: title.id, orgStructureIds: [place.id] });
    const count = async (caller = admin) => (await caller.get(at(title.id))).body.associateCount;
    expect(await count()).toBe(2);
    const { companyId } = admin;
    expect(await count(await api.caller({ companyId, orgStructureIds: [place.id] }))).toBe(1);
    await admin.delete(`/associate/${first.id}`);
    expect(await count()).toBe(1);
  });
});
