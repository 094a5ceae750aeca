import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { eventually, type TestApi, type TestCaller } from '@safety/testing';
import fc from 'fast-check';
import { ToldCompany, type ToldPerson, type ToldPlace } from '../testing/told-company.js';
import { addCourse, inDays, startTraining } from '../testing/training-under-test.js';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import { StandingRows } from './standings.rows.js';

/**
 * Standings, the index of them and what is published, after messages and requests in any order: each write
 * goes the way that it goes outside of tests, so one that forgets its people shows.
 */
const TIME_ZONE = 'Europe/Dublin';
let api: TestApi;
let admin: TestCaller;
let told: ToldCompany;

beforeAll(async () => {
  api = await startTraining();
});

beforeEach(async () => {
  admin = await api.caller();
  told = new ToldCompany(api, admin.companyId);
});

afterAll(() => api.close());

const day = (days: number) => inDays(days).slice(0, 10);
const run = <Result>(work: () => Promise<Result>) =>
  api.app.get(CompanyTransactions).run(admin.companyId, work);

/** Waits until everybody has been looked at. */
const settled = () =>
  eventually(async () => {
    const today = dateIn(TIME_ZONE, new Date());
    expect(await run(() => api.app.get(IndexedStandingRows).due(admin.companyId, today))).toEqual([]);
  });

const kept = 'personnel_id, course_id, id, requirement, status, expires_on, archived, modified_at';
const differenceSql = `
  (SELECT 'index' AS of, ${kept} FROM indexed_standings EXCEPT SELECT 'index', ${kept} FROM standings)
  UNION ALL
  (SELECT 'standings', ${kept} FROM standings EXCEPT SELECT 'standings', ${kept} FROM indexed_standings)`;
const stepsSql = `
  SELECT p.id, (SELECT array_agg(step ->> 'from' || ' ' || (step ->> 'status') ORDER BY step ->> 'from')
      FROM jsonb_array_elements(told.steps) AS step WHERE step ->> 'from' >= $2) AS told,
    (SELECT array_agg(live.day || ' ' || live.status ORDER BY live.day) FROM (
      SELECT day, status, lag(status) OVER (ORDER BY day) AS before
      FROM training_steps($1, ARRAY[p.id], $2::date, 1000)) AS live
      WHERE live.status IS DISTINCT FROM live.before) AS live
  FROM personnel AS p LEFT JOIN training_statuses AS told
    ON told.company_id = p.company_id AND told.personnel_id = p.id`;

/** What the index and the published statuses say otherwise than standings do. */
async function differences(): Promise<unknown[]> {
  await settled();
  return run(async () => {
    const { client } = api.app.get(CompanyTransactions).current(admin.companyId);
    const today = await api.app.get(StandingRows).begin({ companyId: admin.companyId, timeZone: TIME_ZONE });
    return (await client.query(differenceSql)).rows.concat(await statuses(today));
  });
}

/** People of whom another status is published than they have, on the first day on which it differs. */
async function statuses(today: string): Promise<unknown[]> {
  const { client } = api.app.get(CompanyTransactions).current(admin.companyId);
  const { rows } = await client.query<{ id: string; told: string[] | null; live: string[] }>(stepsSql, [
    admin.companyId,
    today,
  ]);
  const last = (steps: string[] | null) => steps?.map((step) => step.slice(11)).join() || 'notRequired';
  return rows.filter(({ told: published, live }) => last(published) !== last(live));
}

const idsOf = async (query: string): Promise<string[]> =>
  (await admin.get(`/training?limit=200&${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('a former org structure of somebody', () => {
  const DAYS = { graceDays: 60, effectiveFrom: day(-300) };

  /** Somebody who has worked below `root` for ten days, and for ninety before at a place of their own. */
  async function transferred(tellFormer: boolean) {
    const root = await told.addPlace();
    const [here, former] = [await told.addPlace(root), told.place(root)];
    if (tellFormer) await told.tellPlace(former);
    const courseId = await addCourse(admin);
    await told.require(root, [{ courseId, ...DAYS }]);
    const person = await told.addPerson({
      orgStructureId: here.id,
      workingSince: day(-10),
      formerly: [{ from: day(-100), orgStructureId: former.id, jobTitle: null }],
    });
    expect(await differences()).toEqual([]);
    const standing = async () => (await admin.get(`/training?personnelId=${person.id}`)).body.data[0];
    return { root, former, standing };
  }

  const expectListed = async (status: string, id: string) => {
    expect(await differences()).toEqual([]);
    expect(await idsOf('status=overdue')).toEqual(status === 'overdue' ? [id] : []);
    expect(await idsOf('status=required')).toEqual(status === 'required' ? [id] : []);
  };

  it('moves: who worked there is looked at, and modified', async () => {
    const { former, standing } = await transferred(true);
    const before = await standing();
    expect(before).toMatchObject({ status: 'overdue', dueDate: day(-100) });
    await told.move(former, undefined);
    const after = await standing();
    expect(after).toMatchObject({ status: 'required', dueDate: day(-10) });
    expect(after.modifiedAt > before.modifiedAt).toBe(true);
    await expectListed('required', after.id);
    expect(await idsOf(`modifiedSince=${after.modifiedAt}`)).toEqual([after.id]);
  });

  it('is told after the person', async () => {
    const { former, standing } = await transferred(false);
    expect(await standing()).toMatchObject({ status: 'required', dueDate: day(-10) });
    await told.tellPlace(former);
    const { id, status, dueDate } = await standing();
    expect([status, dueDate]).toEqual(['overdue', day(-100)]);
    await expectListed('overdue', id);
  });

  it('has another item than the one that requires it', async () => {
    const { root, former, standing } = await transferred(true);
    await told.move(former, undefined);
    const courseId = await addCourse(admin);
    await told.require(former, [{ courseId, ...DAYS }]);
    expect(await differences()).toEqual([]);
    [root.itemId, former.itemId] = [former.itemId, root.itemId];
    await told.tellPlace(former);
    const { id, status } = await standing();
    expect(status).toBe('overdue');
    await expectListed('overdue', id);
  });
});

const nat = (max: number) => fc.nat({ max });
const write = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), place: nat(5), to: nat(6) }),
  fc.record({ kind: fc.constant('item' as const), place: nat(5), of: nat(6) }),
  fc.record({
    kind: fc.constant('require' as const),
    place: nat(5),
    course: nat(3),
    grace: nat(120),
    from: nat(250),
  }),
  fc.record({
    kind: fc.constant('work' as const),
    person: nat(4),
    place: nat(6),
    ago: nat(30),
    goesOn: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('leave' as const), person: nat(4), archived: fc.boolean() }),
  fc.record({
    kind: fc.constant('record' as const),
    person: nat(4),
    course: nat(3),
    ago: nat(300),
    valid: nat(60),
  }),
  fc.record({ kind: fc.constant('assign' as const), person: nat(4), course: nat(3), ago: nat(60) }),
  fc.record({ kind: fc.constant('warn' as const), course: nat(3), days: fc.constantFrom(0, 30, 60) }),
  fc.record({ kind: fc.constant('equal' as const), course: nat(3), other: nat(4) }),
  fc.record({ kind: fc.constant('renew' as const), course: nat(3), other: nat(4) }),
);
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

/** Six org structures of two trees, five people and four courses, three of them required. */
async function company() {
  const root = await told.addPlace();
  const below = await told.addPlace(root);
  const places = [root, below, await told.addPlace(below), await told.addPlace(root)];
  const other = await told.addPlace();
  places.push(other, await told.addPlace(other));
  const courses: string[] = [];
  for (const days of [0, 30, 60, 0]) courses.push(await addCourse(admin, { expiryWarningDays: days }));
  for (const [index, place] of [root, below, other].entries())
    await told.require(place, [{ courseId: courses[index] ?? '', graceDays: index * 40 }]);
  const people: ToldPerson[] = [];
  for (let index = 0; index < 5; index += 1) {
    const [place, before] = [places[index], places[(index * 2 + 3) % 6]];
    const formerly = [{ from: day(-90), orgStructureId: before?.id ?? null, jobTitle: null }];
    people.push(
      await told.addPerson({ orgStructureId: place?.id ?? null, workingSince: day(-20), formerly }),
    );
  }
  return { places, courses, people };
}
type Company = Awaited<ReturnType<typeof company>>;

async function apply({ places, courses, people }: Company, what: Write): Promise<void> {
  const place = ('place' in what ? places[what.place] : undefined) as ToldPlace;
  const courseId = 'course' in what ? (courses[what.course] ?? '') : '';
  const others = 'other' in what ? courses.filter((id, at) => at === what.other && id !== courseId) : [];
  const person = ('person' in what ? people[what.person] : undefined) as ToldPerson;
  const personnelId = person?.id;
  switch (what.kind) {
    case 'move':
      if (!places[what.to] || !told.isBelow(places[what.to] as ToldPlace, place))
        await told.move(place, places[what.to]);
      return;
    case 'item':
      place.itemId = places[what.of]?.itemId ?? crypto.randomUUID();
      return told.tellPlace(place);
    case 'require':
      return told.require(place, [{ courseId, graceDays: what.grace, effectiveFrom: day(-what.from) }]);
    case 'work': {
      const { orgStructureId, jobTitle, workingSince } = person;
      const from = day(-what.ago);
      const before = [{ from: workingSince ?? '', orgStructureId, jobTitle }, ...person.formerly];
      person.formerly = what.goesOn ? before.filter((stage) => stage.from < from) : [];
      Object.assign(person, { orgStructureId: place?.id ?? null, workingSince: from });
      return told.tellPerson(person);
    }
    case 'leave':
      person.archived = what.archived;
      return told.tellPerson(person);
    case 'record': {
      const days = { completedOn: day(-what.ago), expiresOn: day(what.valid - 20) };
      await admin.post('/training/records', { personnelId, courseId, result: 'passed', ...days });
      return;
    }
    case 'assign':
      await admin.post('/training', { personnelId, courseId, dueDate: day(-what.ago) });
      return;
    case 'warn':
      await admin.patch(`/courses/${courseId}`, { expiryWarningDays: what.days });
      return;
    case 'equal':
      await admin.patch(`/courses/${courseId}`, { equivalentCourseIds: others });
      return;
    case 'renew':
      await admin.patch(`/courses/${courseId}`, { refresherCourseId: others[0] ?? null });
  }
}

it('the index and the statuses are right after each write of any kind', async () => {
  let rows = 0;
  const known = await company();
  expect(await differences()).toEqual([]);
  const property = fc.asyncProperty(write, async (what) => {
    await apply(known, what);
    expect(await differences()).toEqual([]);
    rows += (await idsOf('')).length;
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  expect(rows).toBeGreaterThan(100);
}, 60_000);
