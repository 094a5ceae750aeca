import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GapRow } from '@safety/contracts';
import { rowsRead, type TestApi, type TestCaller } from '@safety/testing';
import { addRequirement } from '../testing/requirements.js';
import {
  addCourse,
  added,
  addPeople,
  addPerson,
  addPlace,
  day,
  select,
  startTraining,
  type TestPlace,
} from '../testing/training-under-test.js';

let api: TestApi;
let admin: TestCaller;
let north: TestPlace;
let south: TestPlace;
let fire: string;
let lifting: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  api = await startTraining();
  admin = await api.caller();
  const { companyId } = admin;
  [north, south] = [await addPlace(api, companyId), await addPlace(api, companyId)];
  [fire, lifting] = [await addCourse(admin, { name: 'Fire' }), await addCourse(admin, { name: 'Lifting' })];
  ada = await addPerson(api, companyId, { name: 'Ada', place: north, jobTitle: 'Driver' });
  bob = await addPerson(api, companyId, { name: '=cmd("x")', place: south, jobTitle: 'Fitter' });
  for (const personnelId of [ada, bob])
    for (const courseId of [fire, lifting])
      await added(admin, '/training', { personnelId, courseId, dueDate: day(courseId === fire ? -5 : 20) });
  const done = { courseId: fire, result: 'passed', completedOn: day(-10) };
  await added(admin, '/training/records', { ...done, personnelId: ada, expiresOn: day(60) });
});

afterAll(() => api.close());

const rows = async (query = '', caller = admin): Promise<GapRow[]> => {
  const { status, body } = await caller.get(`/training/gaps${query}`);
  expect(status).toBe(200);
  return body.rows;
};
const numbers = ({ required, valid, expiringSoon, expired, overdue, compliancePercent }: GapRow) => [
  required,
  valid,
  expiringSoon,
  expired,
  overdue,
  compliancePercent,
];

describe('GET /training/gaps', () => {
  it('200: a row for each person, with a cell for each course', async () => {
    const { body } = await admin.get('/training/gaps');
    expect(body.asOf).toBe(day(0));
    expect(body.rows.map((row: GapRow) => [row.key, ...numbers(row)])).toEqual([
      [bob, 2, 0, 0, 0, 1, 0],
      [ada, 2, 1, 0, 0, 0, 50],
    ]);
    expect(body.rows[1].cells).toEqual([
      { courseId: fire, status: 'valid', expiresOn: day(60) },
      { courseId: lifting, status: 'required', expiresOn: null },
    ]);
  });

  it('200: a forecast by what is known now', async () => {
    const of = async (asOf: string) => numbers((await rows(`?asOf=${asOf}`))[1] as GapRow);
    expect(await of(day(10))).toEqual([2, 1, 0, 0, 0, 50]);
    expect(await of(day(40))).toEqual([2, 0, 1, 0, 1, 50]);
    expect(await of(day(61))).toEqual([2, 0, 0, 1, 1, 0]);
    expect(await of(day(-20))).toEqual([2, 0, 0, 0, 0, 0]);
  });

  it('200: a forecast counts requirements by their days, and people where they work today', async () => {
    const caller = await api.caller();
    const place = await addPlace(api, caller.companyId);
    const personnelId = await addPerson(api, caller.companyId, { place });
    const courseId = await addCourse(caller);
    await addRequirement(api, caller.companyId, place, [{ courseId, effectiveFrom: day(10), graceDays: 5 }]);
    const statuses = async (asOf: string) =>
      (await rows(`?asOf=${asOf}`, caller)).map(({ key, cells }) => [key, cells[0]?.status]);
    expect(await statuses(day(9))).toEqual([]);
    expect(await statuses(day(15))).toEqual([[personnelId, 'required']]);
    expect(await statuses(day(16))).toEqual([[personnelId, 'overdue']]);
  });

  it('200: a row for each course: the worst status and the earliest expiry', async () => {
    const found = await rows('?groupBy=course');
    expect(found.map((row) => [row.name, ...numbers(row)])).toEqual([
      ['Fire', 2, 1, 0, 0, 1, 50],
      ['Lifting', 2, 0, 0, 0, 0, 0],
    ]);
    expect(found[0]?.cells).toEqual([{ courseId: fire, status: 'overdue', expiresOn: day(60) }]);
  });

  it('200: a row for each org structure', async () => {
    const found = await rows('?groupBy=orgStructure');
    expect(new Set(found.map(({ key, name, overdue }) => `${key} ${name} ${overdue}`))).toEqual(
      new Set([`${north.id} ${north.path} 0`, `${south.id} ${south.path} 1`]),
    );
  });

  it('200: org structures of more than one piece, each once with all its people, by path', async () => {
    const many = await api.caller();
    const root = await addPlace(api, many.companyId);
    const places: TestPlace[] = [];
    for (let number = 0; number < 220; number++) places.push(await addPlace(api, many.companyId, root));
    await addPeople(
      api,
      many.companyId,
      [...places, ...places].map((place) => ({ place })),
    );
    await addRequirement(api, many.companyId, root, [{ courseId: await addCourse(many) }]);
    const found = await rows('?groupBy=orgStructure', many);
    const paths = places.map(({ path }) => path).sort((a, b) => a.localeCompare(b));
    expect(found.map(({ name }) => name)).toEqual(paths);
    expect(new Set(found.map(({ key }) => key))).toEqual(new Set(places.map(({ id }) => id)));
    expect(new Set(found.map(({ required }) => required))).toEqual(new Set([2]));
    const [place] = places;
    const below = await rows(`?groupBy=orgStructure&orgStructureId=${place?.id}`, many);
    expect(below.map(({ key, required }) => [key, required])).toEqual([[place?.id, 2]]);
  });

  it('200: filters', async () => {
    const keys = async (query: string) => (await rows(query)).map(({ key }) => key);
    expect(await keys(`?orgStructureId=${north.id}`)).toEqual([ada]);
    expect(await keys('?jobTitle=DRIVER,Welder')).toEqual([ada]);
    expect(await keys(`?orgStructureId=${randomUUID()}`)).toEqual([]);
    expect((await rows(`?courseId=${lifting}`))[0]?.cells).toHaveLength(1);
  });

  it('200: what agrees with the list of standings', async () => {
    const overdue = (await admin.get('/training?status=overdue')).body.data;
    const counted = (await rows()).reduce((sum, row) => sum + row.overdue, 0);
    expect(counted).toBe(overdue.length);
  });

  it('200 as CSV: no cell is a formula', async () => {
    const { status, headers, body } = await admin.get('/training/gaps?format=csv');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
    });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="training-gaps-${day(0)}.csv"`);
    expect(body.split('\r\n')).toEqual([
      'key,name,required,valid,expiringSoon,expired,overdue,compliancePercent,courseId,status,expiresOn',
      `${bob},"'=cmd(""x"")",2,0,0,0,1,0,${fire},overdue,`,
      `${bob},"'=cmd(""x"")",2,0,0,0,1,0,${lifting},required,`,
      `${ada},Ada,2,1,0,0,0,50,${fire},valid,${day(60)}`,
      `${ada},Ada,2,1,0,0,0,50,${lifting},required,`,
      '',
    ]);
  });

  it('200 as CSV: a spreadsheet sees that it is UTF-8', async () => {
    const { token, companyId } = admin;
    const answer = await fetch(`${api.url}/training/gaps?format=csv`, {
      headers: { authorization: `Bearer ${token}`, 'x-company-context': companyId },
    });
    const start = Buffer.from(await answer.arrayBuffer()).subarray(0, 7);
    // Decoding takes the byte order mark away.
    expect(start).toEqual(Buffer.from('\ufeffkey,'));
  });

  it('200 as CSV to who accepts nothing else', async () => {
    const accept = { headers: { accept: 'text/csv' } };
    expect((await admin.get('/training/gaps?format=csv', accept)).status).toBe(200);
    expect((await admin.get('/training?limit=1', accept)).status).toBe(406);
  });

  it('200: people of more than one piece, each once', async () => {
    const many = await api.caller();
    const place = await addPlace(api, many.companyId);
    const people = await addPeople(
      api,
      many.companyId,
      Array.from({ length: 450 }, () => ({ place })),
    );
    const courseId = await addCourse(many);
    await addRequirement(api, many.companyId, place, [{ courseId }]);
    const found = await rows('', many);
    expect(found).toHaveLength(450);
    expect(new Set(found.map(({ key }) => key))).toEqual(new Set(people));
  });

  it.each([
    ['person', ''],
    ['course', '?groupBy=course'],
    ['org structure', '?groupBy=orgStructure'],
  ])('200: something of each piece of people, before there is any row of a %s', async (_, query) => {
    const many = await api.caller();
    const [place, courseId] = [await addPlace(api, many.companyId), await addCourse(many)];
    await addPeople(
      api,
      many.companyId,
      Array.from({ length: 450 }, (_, index) => ({ name: `Person ${1000 + index}`, place })),
    );
    const personnelId = await addPerson(api, many.companyId, { name: 'Zoe', place });
    await added(many, '/training', { personnelId, courseId });
    const headers = { authorization: `Bearer ${many.token}`, 'x-company-context': many.companyId };
    const text = await (await fetch(`${api.url}/training/gaps${query}`, { headers })).text();
    expect(text).toMatch(/"rows":\[ {2,3}\{/);
    expect(JSON.parse(text).rows).toMatchObject([{ required: 1 }]);
    const lines = await (
      await fetch(`${api.url}/training/gaps?format=csv${query.replace('?', '&')}`, { headers })
    ).text();
    expect(lines.split('\r\n')).toHaveLength(3);
  });

  it('200: the courses of the company are not all read for each cell', async () => {
    const many = await api.caller();
    const { companyId } = many;
    const place = await addPlace(api, companyId);
    const courseIds = [await addCourse(many), await addCourse(many), await addCourse(many)];
    await addPeople(
      api,
      companyId,
      Array.from({ length: 20 }, () => ({ place })),
    );
    await addRequirement(
      api,
      companyId,
      place,
      courseIds.map((courseId) => ({ courseId })),
    );
    const others = `INSERT INTO courses (company_id, id, code, name, category, delivery_method)
      SELECT $1, gen_random_uuid(), 'Other ' || n, 'Other', 'other', 'online' FROM generate_series(1, 200) AS n`;
    await select(api, companyId, others, [companyId]);
    const records = `INSERT INTO training_records (company_id, id, personnel_id, course_id, completed_on, result,
        expiry_source, source)
      SELECT $1, gen_random_uuid(), p.id, r.course_id, '2026-01-05', 'passed', 'course', 'import'
      FROM personnel AS p, item_requirements AS r WHERE p.company_id = $1 AND r.company_id = $1`;
    await select(api, companyId, records, [companyId]);
    const settings = { 'app.today': day(0), 'app.time_zone': 'Europe/Dublin' };
    const cells = { table: 'courses', within: 'FROM standings AS s', settings };
    const read = await rowsRead(api, companyId, cells, async () =>
      expect(await rows('', many)).toHaveLength(20),
    );
    expect(read).toBeGreaterThanOrEqual(60);
    expect(read).toBeLessThan(60 * 200);
  });

  it('200: nobody out of reach, and nobody of another company', async () => {
    const { companyId } = admin;
    const manager = await api.caller({ companyId, orgStructureIds: [north.id] });
    expect((await rows('', manager)).map(({ key }) => key)).toEqual([ada]);
    expect(await rows(`?orgStructureId=${south.id}`, manager)).toEqual([]);
    expect(await rows('', await api.caller())).toEqual([]);
  });

  it.each(['?groupBy=site', '?format=xml', '?asOf=tomorrow', '?asOf=1800-01-01', '?courseId=x', '?limit=1'])(
    '400: %s',
    async (query) => {
      expect((await admin.get(`/training/gaps${query}`)).status).toBe(400);
    },
  );
});
