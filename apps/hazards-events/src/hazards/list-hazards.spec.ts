import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addPerson,
  addPlace,
  hazardAt,
  select,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

interface Row {
  id: string;
  title: string;
}

let api: TestApi;
let admin: TestCaller;
let root: TestPlace;
let child: TestPlace;
let beside: TestPlace;
let personId: string;

const titles = async (query: string, caller = admin): Promise<string[]> =>
  (await caller.get(`/hazards${query}`)).body.data.map(({ title }: Row) => title);

const idOf = async (title: string, caller = admin): Promise<string> =>
  (await caller.get(`/hazards?q=${title}`)).body.data[0].id;

const risk = (likelihood: number, severity: number) => ({ likelihood, severity });

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place: root } = await addCompany(api));
  child = await addPlace(api, admin.companyId, { parent: root });
  beside = await addPlace(api, admin.companyId);
  personId = await addPerson(api, admin.companyId);
  const hazards = [
    hazardAt(root, {
      title: 'Alpha',
      identifiedAt: '2026-01-01T00:00:00Z',
      tags: ['dust'],
      dueDate: '2026-05-01',
    }),
    hazardAt(child, {
      title: 'Bravo',
      identifiedAt: '2026-01-02T00:00:00Z',
      riskAssessment: { initial: risk(5, 5), residual: risk(2, 2) },
    }),
    hazardAt(child, {
      title: 'Charlie',
      identifiedAt: '2026-01-03T00:00:00Z',
      riskAssessment: { initial: risk(3, 4) },
      responsiblePersonnelId: personId,
    }),
    hazardAt(beside, {
      title: 'Delta',
      identifiedAt: '2026-01-04T00:00:00Z',
      hazardType: 'chemical',
      dueDate: '2026-04-01',
    }),
    hazardAt(beside, {
      title: 'Echo',
      identifiedAt: '2026-01-05T00:00:00Z',
      reportedByPersonnelId: personId,
      tags: ['noise', 'dust'],
    }),
  ];
  for (const hazard of hazards) expect((await admin.post('/hazards', hazard)).status).toBe(201);
});

afterAll(() => api.close());

describe('GET /hazards', () => {
  it('200: the latest identified first, with the envelope', async () => {
    const { status, body } = await admin.get('/hazards?includeTotal=true');
    expect(status).toBe(200);
    expect(body.data.map(({ title }: Row) => title)).toEqual(['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha']);
    expect(body.page).toMatchObject({ limit: 50, hasMore: false, nextCursor: null, totalCount: 5 });
    expect(body.data[2].orgStructurePath).toBe(child.path);
  });

  it.each([
    ['identifiedAt', ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo']],
    ['-reference', ['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha']],
    ['createdAt', ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo']],
    ['-modifiedAt', ['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha']],
    ['-riskScore,identifiedAt', ['Charlie', 'Bravo', 'Alpha', 'Delta', 'Echo']],
    ['dueDate,-identifiedAt', ['Delta', 'Alpha', 'Echo', 'Charlie', 'Bravo']],
  ])('200: in the order of %s, and so page by page', async (sort, expected) => {
    expect(await titles(`?sort=${sort}`)).toEqual(expected);
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await admin.get(`/hazards?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
      walked.push(...body.data.map(({ title }: Row) => title));
      if (!body.page.hasMore) break;
      cursor = body.page.nextCursor;
    }
    expect(walked).toEqual(expected);
  });

  it('200: bands begin where the company sets them', async () => {
    const riskBands = { medium: 2, high: 4, veryHigh: 12 };
    const own = await api.caller({ companyId: admin.companyId, riskBands });
    expect(await titles('?band=high', own)).toEqual(['Bravo']);
    expect(await titles('?band=veryHigh', own)).toEqual(['Charlie']);
    const { body } = await own.get(`/hazards/${await idOf('Bravo')}`);
    expect(body.riskAssessment).toMatchObject({ initial: { band: 'veryHigh' }, residual: { band: 'high' } });
  });

  it.each([
    ['hazardType=chemical', ['Delta']],
    ['hazardType=chemical,other', ['Delta']],
    ['status=approved', ['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha']],
    ['status=closed', []],
    ['band=low', ['Bravo']],
    ['band=high,low', ['Charlie', 'Bravo']],
    ['band=veryHigh', []],
    ['tag=dust', ['Echo', 'Alpha']],
    ['tag=noise,steam', ['Echo']],
    ['identifiedFrom=2026-01-02T00:00:00Z&identifiedTo=2026-01-04T00:00:00Z', ['Charlie', 'Bravo']],
    ['dueFrom=2026-04-01&dueTo=2026-05-01', ['Delta']],
    ['q=LPH', ['Alpha']],
    ['q=-00000', ['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha']],
  ])('200: filtered by %s', async (query, expected) => {
    expect(await titles(`?${query}`)).toEqual(expected);
  });

  it('200: filtered by place, with and without the places below, and by person', async () => {
    expect(await titles(`?orgStructureId=${root.id}`)).toEqual(['Charlie', 'Bravo', 'Alpha']);
    expect(await titles(`?orgStructureId=${root.id}&includeDescendants=false`)).toEqual(['Alpha']);
    expect(await titles(`?orgStructureId=${root.id},${beside.id}`)).toHaveLength(5);
    expect(await titles(`?orgStructureId=${randomUUID()}`)).toEqual([]);
    expect(await titles(`?responsiblePersonnelId=${personId}`)).toEqual(['Charlie']);
    expect(await titles(`?reportedByPersonnelId=${personId}`)).toEqual(['Echo']);
  });

  it.each([
    ['unknown-parameter', '?colour=red'],
    ['unknown-parameter', '?approvalState=pending'],
    ['invalid-parameter', '?hasOpenActions=perhaps'],
    ['invalid-parameter', '?status=draft'],
    ['invalid-parameter', '?status=pendingApproval'],
    ['invalid-parameter', '?hazardType=radioactive'],
    ['invalid-parameter', '?band=extreme'],
    ['invalid-parameter', '?orgStructureId=here'],
    ['invalid-parameter', '?includeDescendants=maybe'],
    ['invalid-parameter', '?responsiblePersonnelId=me'],
    ['invalid-parameter', '?reportedByPersonnelId=1'],
    ['invalid-parameter', '?identifiedFrom=yesterday'],
    ['invalid-parameter', '?identifiedTo=2026-01-01'],
    ['invalid-parameter', '?dueFrom=2026-02-30'],
    ['invalid-parameter', '?dueTo=soon'],
    ['invalid-parameter', '?tag='],
    ['invalid-parameter', '?sort=title'],
    ['invalid-parameter', '?limit=201'],
    ['invalid-parameter', '?fields=riskScore'],
    ['invalid-cursor', '?cursor=abc.def'],
  ])('400 %s: %s', async (code, query) => {
    const { status, body } = await admin.get(`/hazards${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
  });
});

describe('what a caller may see', () => {
  const localTo = (...places: TestPlace[]) =>
    api.caller({ companyId: admin.companyId, role: 'readOnly', orgStructureIds: places.map(({ id }) => id) });

  it('200: hazards at and below the places of the role, whatever is asked for', async () => {
    const upper = await localTo(root);
    expect(await titles('', upper)).toEqual(['Charlie', 'Bravo', 'Alpha']);
    expect((await upper.get('/hazards?includeTotal=true')).body.page.totalCount).toBe(3);
    expect(await titles(`?orgStructureId=${beside.id}`, upper)).toEqual([]);
    expect(await titles(`?ids=${await idOf('Delta')}`, upper)).toEqual([]);
    expect(await titles('', await localTo(child))).toEqual(['Charlie', 'Bravo']);
    expect(await titles('', await localTo(child, beside))).toEqual(['Echo', 'Delta', 'Charlie', 'Bravo']);
    const foreign = await addCompany(api);
    expect(await titles('', await localTo(foreign.place))).toEqual([]);
  });

  it('404 or 200: GET /hazards/{id} by the same rule', async () => {
    const lower = await localTo(child);
    const { status, body } = await lower.get(`/hazards/${await idOf('Alpha')}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
    expect((await lower.get(`/hazards/${await idOf('Bravo')}`)).status).toBe(200);
  });

  it('200: hazards at a place that has been archived since', async () => {
    const { admin: caller, place } = await addCompany(api);
    await caller.post('/hazards', hazardAt(place));
    const text = 'UPDATE org_structures SET archived = true, path = $2 WHERE id = $1';
    await select(api, caller.companyId, text, [place.id, 'Renamed']);
    const { data } = (await caller.get('/hazards')).body;
    expect(data).toMatchObject([{ orgStructurePath: 'Renamed' }]);
  });
});

describe('GET /hazards/{id}', () => {
  it('404 not-found: a hazard that was never approved, which is in no list either (specification: approved hazard data only)', async () => {
    const { admin: caller, place } = await addCompany(api);
    const { id } = (await caller.post('/hazards', hazardAt(place))).body;
    await select(api, caller.companyId, 'DELETE FROM approved_hazards WHERE id = $1', [id]);
    expect((await caller.get(`/hazards/${id}`)).status).toBe(404);
    expect(await titles('?includeArchived=true', caller)).toEqual([]);
  });
});

describe('another company', () => {
  it('200: no list shows its hazards, whichever of its ids are named', async () => {
    const other = await api.caller();
    expect(await titles(`?ids=${await idOf('Alpha')}`, other)).toEqual([]);
    expect(await titles(`?orgStructureId=${root.id}`, other)).toEqual([]);
    expect(await titles(`?responsiblePersonnelId=${personId}&includeArchived=true`, other)).toEqual([]);
  });
});
