import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TrainingStatusState } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import { dateIn, LOGGER, type Logger } from '@safety/platform';
import { eventually, lockWaits, type TestApi, type TestCaller } from '@safety/testing';
import pg from 'pg';
import { daysLater } from '../demo/training.js';
import { Companies } from '../read-models/companies.js';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';
import { People } from '../read-models/people.js';
import { Requirements } from '../read-models/requirements.js';
import { companyState, PublishedCompany } from '../testing/published-company.js';
import { replica } from '../testing/replica.js';
import { addRequirement } from '../testing/requirements.js';
import {
  addCourse,
  added,
  addPeople,
  addPerson,
  addPlace,
  classOf,
  inDays,
  startTraining,
  type TestPlace,
} from '../testing/training-under-test.js';
import { monthsLater } from '../training-records/expiry.js';
import { DueBatches } from './due-batches.js';
import { StandingsLook } from './standings-look.js';

let api: TestApi;
let admin: TestCaller;
let owner: pg.Client;

beforeAll(async () => {
  api = await startTraining();
  admin = await api.caller();
  owner = new pg.Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.close();
});

const day = (days: number) => inDays(days).slice(0, 10);

/** The last day that a request may name. */
const LAST_DAY = '2200-12-31';

/** The messages about a person so far, in their order. */
async function messagesOf(personnelId: string, type: string) {
  const { rows } = await owner.query(
    `SELECT envelope->'payload' AS payload FROM outbox
     WHERE envelope->>'type' = $1 AND envelope->'payload'->>'personnelId' = $2
     ORDER BY (envelope->'payload'->>'version')::int, envelope->>'id'`,
    [type, personnelId],
  );
  return rows.map(({ payload }) => payload);
}

const statusesOf = (personnelId: string): Promise<TrainingStatusState[]> =>
  messagesOf(personnelId, 'training-status-changed.v1');

/** The newest steps of a person, once they begin with a status. */
const stepsOnce = (personnelId: string, status: string) =>
  eventually(async () => {
    const newest = (await statusesOf(personnelId)).at(-1);
    expect(newest?.steps[0]?.status).toBe(status);
    return newest?.steps;
  });

/** Nobody of the company is due any more. */
const settled = (companyId = admin.companyId) =>
  eventually(async () => {
    const text = 'SELECT FROM due_people WHERE company_id = $1 AND due_at <= now()';
    expect((await owner.query(text, [companyId])).rowCount).toBe(0);
  });

const record = (personnelId: string, courseId: string, changes: object) =>
  added(admin, '/training/records', {
    personnelId,
    courseId,
    completedOn: day(-100),
    result: 'passed',
    expirySource: 'certificate',
    ...changes,
  });

async function requiredAt(place: TestPlace, options: object = {}) {
  const courseId = await addCourse(admin);
  await addRequirement(api, admin.companyId, place, [{ courseId, ...options }]);
  return courseId;
}

describe('training-status-changed.v1', () => {
  it('publishes the status of today and of each later day on which it changes', async () => {
    const place = await addPlace(api, admin.companyId);
    const personnelId = await addPerson(api, admin.companyId, { place });
    const courseId = await requiredAt(place);
    await stepsOnce(personnelId, 'nonCompliant');
    await record(personnelId, courseId, { expiresOn: day(50) });
    expect(await stepsOnce(personnelId, 'compliant')).toEqual([
      { from: day(0), status: 'compliant' },
      { from: day(20), status: 'expiringSoon' },
      { from: day(51), status: 'nonCompliant' },
    ]);
    expect((await statusesOf(personnelId)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('says nothing anew when nothing changes, and nothing of people of whom nothing is required', async () => {
    const place = await addPlace(api, admin.companyId);
    const [personnelId, free] = [
      await addPerson(api, admin.companyId, { place }),
      await addPerson(api, admin.companyId),
    ];
    const courseId = await requiredAt(place);
    await stepsOnce(personnelId, 'nonCompliant');
    await record(personnelId, courseId, { result: 'failed', expirySource: 'course' });
    await record(free, courseId, { expiresOn: day(50) });
    await settled();
    expect(await statusesOf(personnelId)).toHaveLength(1);
    expect(await statusesOf(free)).toEqual([]);
  });

  it('follows waivers, assignments, courses, moves and requirements', async () => {
    const [place, other] = [await addPlace(api, admin.companyId), await addPlace(api, admin.companyId)];
    const personnelId = await addPerson(api, admin.companyId, { place });
    const courseId = await requiredAt(place);
    await stepsOnce(personnelId, 'nonCompliant');
    const { id } = (await admin.get(`/training?personnelId=${personnelId}`)).body.data[0];
    await admin.put(`/training/${id}`, { waivedUntil: day(3), waiverReason: 'On leave' });
    expect(await stepsOnce(personnelId, 'compliant')).toEqual([
      { from: day(0), status: 'compliant' },
      { from: day(4), status: 'nonCompliant' },
    ]);
    await admin.put(`/training/${id}`, {});
    await record(personnelId, courseId, { expiresOn: day(20) });
    await stepsOnce(personnelId, 'expiringSoon');
    const course = (await admin.get(`/courses/${courseId}`)).body;
    await admin.put(`/courses/${courseId}`, { ...course, expiryWarningDays: 5 });
    await stepsOnce(personnelId, 'compliant');
    const person = { id: personnelId, displayName: 'Aoife Byrne', userId: null, jobTitle: null };
    const known = {
      employmentStatus: null,
      workingSince: null,
      formerly: [],
      lineManagerId: null,
      archived: false,
    };
    const transactions = api.app.get(CompanyTransactions);
    await transactions.run(admin.companyId, () =>
      api.app.get(People).keep(admin.companyId, {
        ...person,
        ...known,
        version: 2,
        orgStructureId: other.id,
        placeId: other.id,
      }),
    );
    await stepsOnce(personnelId, 'notRequired');
    await requiredAt(other);
    await stepsOnce(personnelId, 'nonCompliant');
    await addRequirement(api, admin.companyId, other, []);
    await stepsOnce(personnelId, 'notRequired');
    await requiredAt(place);
    const moved = { id: other.id, itemId: other.itemId, name: 'Moved', path: 'Moved', timeZone: null };
    const state = { ...moved, version: 2, pathIds: [...place.pathIds, other.id], archived: false };
    await transactions.run(admin.companyId, () =>
      api.app.get(OrgStructureReadModel).keep(admin.companyId, state, new Date(inDays(-2))),
    );
    await stepsOnce(personnelId, 'nonCompliant');
  });

  it('follows the validity of a course for records of other courses without an end', async () => {
    const [place, equivalent] = [await addPlace(api, admin.companyId), await addCourse(admin)];
    const personnelId = await addPerson(api, admin.companyId, { place });
    const courseId = await requiredAt(place);
    await admin.patch(`/courses/${courseId}`, { equivalentCourseIds: [equivalent] });
    await record(personnelId, equivalent, { expirySource: 'course' });
    await stepsOnce(personnelId, 'compliant');
    await admin.patch(`/courses/${courseId}`, { validityMonths: 3 });
    await stepsOnce(personnelId, 'nonCompliant');
    await admin.patch(`/courses/${courseId}`, { validityMonths: 12 });
    const last = monthsLater(day(-100), 12);
    expect(await stepsOnce(personnelId, 'compliant')).toEqual([
      { from: day(0), status: 'compliant' },
      { from: daysLater(last, -30), status: 'expiringSoon' },
      { from: daysLater(last, 1), status: 'nonCompliant' },
    ]);
  });

  it.each([
    ['a waiver', 'compliant', { waivedUntil: LAST_DAY, waiverReason: 'On leave' }],
    ['a due date', 'compliant', { dueDate: LAST_DAY }],
  ])('publishes what follows the last day that a request may name: %s', async (_, status, decision) => {
    const place = await addPlace(api, admin.companyId);
    const personnelId = await addPerson(api, admin.companyId, { place });
    await requiredAt(place);
    await stepsOnce(personnelId, 'nonCompliant');
    const { id } = (await admin.get(`/training?personnelId=${personnelId}`)).body.data[0];
    expect((await admin.put(`/training/${id}`, decision)).status).toBe(200);
    expect(await stepsOnce(personnelId, status)).toEqual([
      { from: day(0), status },
      { from: '2201-01-01', status: 'nonCompliant' },
    ]);
  });

  it('publishes the same of a record, and of a requirement with days of grace', async () => {
    const place = await addPlace(api, admin.companyId);
    const personnelId = await addPerson(api, admin.companyId, { place });
    await requiredAt(place, { effectiveFrom: LAST_DAY, graceDays: 365 });
    const now = await requiredAt(place);
    await stepsOnce(personnelId, 'nonCompliant');
    await record(personnelId, now, { expiresOn: LAST_DAY });
    expect(await stepsOnce(personnelId, 'compliant')).toMatchObject([
      { from: day(0), status: 'compliant' },
      { from: '2200-12-01', status: 'expiringSoon' },
      { from: '2201-01-01', status: 'nonCompliant' },
    ]);
  });

  /** Somebody at a place, and a course, of a company where each day begins first of all. */
  async function inKiritimati() {
    const writer = await api.caller();
    const { companyId } = writer;
    await moveTo(companyId, 1, 'Pacific/Kiritimati');
    const place = await addPlace(api, companyId);
    const personnelId = await addPerson(api, companyId, { place });
    const courseId = await addCourse(writer);
    return { writer, companyId, place, personnelId, courseId };
  }

  it('counts a class to come until the end of its day in the time zone of the company', async () => {
    const { writer, companyId, place, personnelId, courseId } = await inKiritimati();
    // The day of the class is over in the company before the class begins.
    const endAt = inDays(0.02);
    const times = { startAt: inDays(0.01), endAt, timeZone: 'Pacific/Niue' };
    const { id: classId } = await added(writer, '/classes', classOf(courseId, times));
    await added(writer, '/students', { classId, personnelId });
    await addRequirement(api, companyId, place, [{ courseId, effectiveFrom: '2024-01-01' }]);
    const dayAfter = new Date(Date.parse(endAt) + 24 * 60 * 60 * 1000);
    expect(await stepsOnce(personnelId, 'compliant')).toMatchObject([
      { status: 'compliant' },
      { from: dateIn('Pacific/Kiritimati', dayAfter), status: 'nonCompliant' },
    ]);
    await settled(companyId);
    expect(await messagesOf(personnelId, 'training-deadline-passed.v1')).toEqual([]);
  });

  it('says what holds today once a company comes to a time zone where it is an earlier day', async () => {
    const { companyId, place, personnelId, courseId } = await inKiritimati();
    await addRequirement(api, companyId, place, [{ courseId, effectiveFrom: '2024-01-01' }]);
    await stepsOnce(personnelId, 'nonCompliant');
    await addRequirement(api, companyId, place, []);
    await stepsOnce(personnelId, 'notRequired');
    await moveTo(companyId, 2, 'Pacific/Niue');
    await eventually(async () =>
      expect((await statusesOf(personnelId)).at(-1)?.steps).toEqual([
        { from: dateIn('Pacific/Niue', new Date()), status: 'notRequired' },
      ]),
    );
  });

  it('agrees with the list for all of 200 people after one requirement', async () => {
    const reader = await api.caller();
    const place = await addPlace(api, reader.companyId);
    const people = await addPeople(
      api,
      reader.companyId,
      Array.from({ length: 200 }, () => ({ place })),
    );
    await addRequirement(api, reader.companyId, place, [{ courseId: await addCourse(reader) }]);
    await settled(reader.companyId);
    const { rows } = await owner.query(
      `SELECT DISTINCT envelope->'payload'->>'personnelId' AS id FROM outbox
       WHERE envelope->>'companyId' = $1 AND envelope->>'type' = 'training-status-changed.v1'`,
      [reader.companyId],
    );
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(people));
    expect((await reader.get('/training?status=overdue&includeTotal=true')).body.page.totalCount).toBe(200);
  });
});

describe('announcements', () => {
  const alerts = async (personnelId: string) => ({
    neared: (await messagesOf(personnelId, 'training-expiry-neared.v1')).length,
    expired: (await messagesOf(personnelId, 'training-expired.v1')).length,
    passed: (await messagesOf(personnelId, 'training-deadline-passed.v1')).length,
  });

  it('training-deadline-passed.v1, training-expired.v1 and training-expiry-neared.v1, each once', async () => {
    const place = await addPlace(api, admin.companyId);
    const personnelId = await addPerson(api, admin.companyId, { place });
    const courseId = await requiredAt(place, { graceDays: 3 });
    await stepsOnce(personnelId, 'nonCompliant');
    const { id } = (await admin.get(`/training?personnelId=${personnelId}`)).body.data[0];
    expect(await messagesOf(personnelId, 'training-deadline-passed.v1')).toEqual([
      { standingId: id, personnelId, courseId, orgStructureId: place.id, day: day(-27) },
    ]);
    await record(personnelId, courseId, { expiresOn: day(-1) });
    await settled();
    await record(personnelId, courseId, { expiresOn: day(1), completedOn: day(-99) });
    await settled();
    for (let repeated = 0; repeated < 3; repeated++) {
      await admin.patch(`/training/${id}`, { dueDate: day(-40) });
      await settled();
    }
    expect(await alerts(personnelId)).toEqual({ neared: 1, expired: 1, passed: 1 });
    await record(personnelId, courseId, { expiresOn: day(2), completedOn: day(-98) });
    await settled();
    expect(await alerts(personnelId)).toEqual({ neared: 2, expired: 1, passed: 1 });
  });

  it('each once, however many replicas look, at whatever was left behind before a restart', async () => {
    const reader = await api.caller();
    const place = await addPlace(api, reader.companyId);
    const people = await addPeople(
      api,
      reader.companyId,
      Array.from({ length: 60 }, () => ({ place })),
    );
    await addRequirement(api, reader.companyId, place, [{ courseId: await addCourse(reader) }]);
    await settled(reader.companyId);
    // As if nobody had ever looked, and the processes had ended.
    for (const table of ['announcements', 'training_statuses'])
      await owner.query(`DELETE FROM ${table} WHERE company_id = $1`, [reader.companyId]);
    await owner.query(`DELETE FROM outbox WHERE envelope->>'companyId' = $1`, [reader.companyId]);
    const insert = 'INSERT INTO due_people (company_id, personnel_id) SELECT $1, unnest($2::uuid[])';
    for (let twice = 0; twice < 2; twice++) await owner.query(insert, [reader.companyId, people]);
    await Promise.all(Array.from({ length: 4 }, () => replica(api).work()));
    await settled(reader.companyId);
    const { rows } = await owner.query(
      `SELECT envelope->>'type' AS type, count(*)::int AS messages FROM outbox
       WHERE envelope->>'companyId' = $1 AND envelope->>'type' LIKE 'training-%d.v1'
         AND envelope->'payload' ? 'personnelId' GROUP BY 1 ORDER BY 1`,
      [reader.companyId],
    );
    expect(rows).toEqual([
      { type: 'training-deadline-passed.v1', messages: 60 },
      { type: 'training-status-changed.v1', messages: 60 },
    ]);
  });

  it('notes people for the first day on which something can change, soon after its midnight', async () => {
    const place = await addPlace(api, admin.companyId);
    const personnelId = await addPerson(api, admin.companyId, { place });
    const courseId = await requiredAt(place);
    await record(personnelId, courseId, { expiresOn: day(50) });
    await settled();
    const { rows } = await owner.query('SELECT due_at FROM due_people WHERE personnel_id = $1', [
      personnelId,
    ]);
    expect(rows).toEqual([{ due_at: new Date(`${day(20)}T00:02:00Z`) }]);
  });

  it('notes nobody at once where the next day has begun for PostgreSQL, and not for Node', async () => {
    const { companyId } = admin;
    const place = await addPlace(api, companyId);
    const personnelId = await addPerson(api, companyId, { place });
    const courseId = await requiredAt(place);
    await record(personnelId, courseId, { expiresOn: day(-1) });
    await settled();
    await inCompany(companyId, async () => {
      await api.app.get(DueBatches).later({ companyId, timeZone: 'UTC' }, [personnelId], day(-1));
      const { client } = api.app.get(CompanyTransactions).current(companyId);
      const text =
        'SELECT due_at > now() AS "isLater" FROM due_people WHERE personnel_id = $1 ORDER BY due_at';
      expect((await client.query(text, [personnelId])).rows[0]).toEqual({ isLater: true });
    });
  });

  it.each([
    ['Pacific/Kiritimati', 'nonCompliant'],
    ['Pacific/Niue', 'expiringSoon'],
  ])('goes by the day of the company: %s, where it is %s', async (timeZone, status) => {
    const reader = await api.caller();
    const { companyId } = reader;
    await moveTo(companyId, 1, timeZone);
    const place = await addPlace(api, companyId);
    const personnelId = await addPerson(api, companyId, { place });
    const courseId = await addCourse(reader);
    await addRequirement(api, companyId, place, [{ courseId, effectiveFrom: '2024-01-01' }]);
    // The two zones never share a date.
    const expiresOn = dateIn('Pacific/Niue', new Date());
    const done = { personnelId, courseId, completedOn: '2024-02-29', result: 'passed', expiresOn };
    await added(reader, '/training/records', { ...done, expirySource: 'certificate' });
    const steps = await stepsOnce(personnelId, status);
    expect(steps?.[0]?.from).toBe(dateIn(timeZone, new Date()));
  });

  it('training-deadline-passed.v1 of a day that begins with a time zone: after it is said who leaves', async () => {
    const reader = await api.caller();
    const { companyId } = reader;
    await moveTo(companyId, 1, 'Pacific/Niue');
    await replica(api).work();
    const published = new PublishedCompany(api, companyId);
    const place = await published.addPlace();
    const [leaving, staying] = [
      await published.addPerson({ orgStructureId: place.id, workingSince: '2024-01-01' }),
      await published.addPerson({ orgStructureId: place.id, workingSince: '2024-01-01' }),
    ];
    const lastDay = { graceDays: 0, effectiveFrom: dateIn('Pacific/Niue', new Date()) };
    await published.require(place, [{ courseId: await addCourse(reader), ...lastDay }]);
    for (const { id } of [leaving, staying]) await stepsOnce(id, 'compliant');
    await settled(companyId);
    const { rows } = await owner.query('SELECT clock_timestamp() AS now');
    await moveTo(companyId, 2, 'Pacific/Kiritimati');
    await replica(api).work();
    for (const { id } of [leaving, staying]) expect(await alerts(id)).toMatchObject({ passed: 0 });
    const poll = await reader.get(`/training?modifiedSince=${rows[0].now.toISOString()}`);
    expect(poll.body.data).toHaveLength(2);
    await published.publishPerson({ ...leaving, employmentStatus: 'terminated' });
    await stepsOnce(leaving.id, 'notRequired');
    const changes = 'SELECT noted_at - now() < $2 AS "isSoon" FROM due_changes WHERE company_id = $1';
    expect((await owner.query(changes, [companyId, '2 minutes'])).rows).toEqual([{ isSoon: true }]);
    await owner.query('UPDATE due_changes SET noted_at = now() WHERE company_id = $1', [companyId]);
    await replica(api).work();
    await settled(companyId);
    expect(await alerts(leaving.id)).toMatchObject({ passed: 0 });
    expect(await alerts(staying.id)).toMatchObject({ passed: 1 });
  });

  it('looks at nobody again when a company changes, unless its day is another', async () => {
    const writer = await api.caller();
    const { companyId } = writer;
    const place = await addPlace(api, companyId);
    const personnelId = await addPerson(api, companyId, { place });
    const courseId = await addCourse(writer);
    await addRequirement(api, companyId, place, [{ courseId, effectiveFrom: '2024-01-01' }]);
    await stepsOnce(personnelId, 'nonCompliant');
    await settled(companyId);
    const dueAfter = (version: number, timeZone: string) =>
      inCompany(companyId, async () => {
        await api.app.get(Companies).keep(companyId, companyState(companyId, version, timeZone));
        const { client } = api.app.get(CompanyTransactions).current(companyId);
        return (await client.query(`SELECT FROM due_people WHERE due_at < now() + interval '1 second'`))
          .rowCount;
      });
    expect(await dueAfter(1, 'UTC')).toBe(0);
    expect(await dueAfter(2, 'Pacific/Niue')).toBe(1);
    await settled(companyId);
    expect(await dueAfter(3, 'Pacific/Niue')).toBe(0);
  });

  it('notes for another time zone whom the job has taken or not published yet, nobody who waits', async () => {
    const { companyId } = await api.caller();
    const place = await addPlace(api, companyId);
    const people = await addPeople(api, companyId, [{ place }, { place }, { place }]);
    await settled(companyId);
    const known = 'INSERT INTO training_statuses (company_id, personnel_id) SELECT $1, unnest($2::uuid[])';
    await owner.query(`${known} ON CONFLICT DO NOTHING`, [companyId, people]);
    const due = `INSERT INTO due_people (company_id, personnel_id, due_at)
      VALUES ($1, $2, now() - interval '1 minute')`;
    const [taken, waiting, unpublished] = people;
    await owner.query('DELETE FROM training_statuses WHERE personnel_id = $1', [unpublished]);
    await api.database.transaction('owner', async (client) => {
      const lock = 'SELECT FROM training_statuses WHERE company_id = $1 AND personnel_id = $2 FOR UPDATE';
      await client.query(lock, [companyId, taken]);
      await owner.query(due, [companyId, taken]);
      // The job has taken the person, and waits for the status.
      await lockWaits(owner);
      await inCompany(companyId, async () => {
        const { client: writer } = api.app.get(CompanyTransactions).current(companyId);
        await writer.query(due, [companyId, waiting]);
        await api.app.get(Companies).keep(companyId, companyState(companyId, 1, 'Pacific/Niue'));
        const text =
          'SELECT personnel_id AS id FROM due_people WHERE company_id = $1 AND due_at < now() + $2';
        const { rows } = await writer.query(text, [companyId, '1 second']);
        expect(rows.map(({ id }) => id).sort()).toEqual([taken, taken, waiting, unpublished].sort());
      });
    });
    await settled(companyId);
  });
});

it('writes the statuses and the alerts of all whom it looks at together, in as many statements as of one', async () => {
  const reader = await api.caller();
  const { companyId } = reader;
  const place = await addPlace(api, companyId);
  const people = await addPeople(
    api,
    companyId,
    Array.from({ length: 21 }, () => ({ place })),
  );
  const required = { requirement: 'mandatory' as const, jobTitles: [], graceDays: 0 };
  const requirements = [{ ...required, courseId: await addCourse(reader), effectiveFrom: day(-30) }];
  const item = { itemId: place.itemId, version: 1, itemName: 'Quarry', archived: false };
  // The job sees none of them before the commit.
  const statements = await inCompany(companyId, async () => {
    await api.app.get(Requirements).keep(companyId, { ...item, requirements });
    const { client } = api.app.get(CompanyTransactions).current(companyId);
    const commands = async () => {
      // Each statement that writes has a number of its own in the transaction.
      const text = `INSERT INTO due_people (company_id, personnel_id, due_at)
        VALUES ($1, $1, 'infinity') RETURNING cmin::text::int AS number`;
      return (await client.query<{ number: number }>(text, [companyId])).rows[0]?.number ?? 0;
    };
    const numbers = [await commands()];
    for (const some of [people.slice(0, 1), people.slice(1)]) {
      await api.app.get(StandingsLook).at(companyId, some);
      numbers.push(await commands());
    }
    return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  });
  expect(statements[1]).toBe(statements[0]);
  for (const one of people) {
    expect(await statusesOf(one)).toMatchObject([{ version: 1, steps: [{ status: 'nonCompliant' }] }]);
    expect(await messagesOf(one, 'training-deadline-passed.v1')).toHaveLength(1);
  }
});

describe('GET /training?modifiedSince', () => {
  it('200: nobody once an org structure and an item are renamed that require nothing, all once they move', async () => {
    const reader = await api.caller();
    const { companyId } = reader;
    const [root, other] = [await addPlace(api, companyId), await addPlace(api, companyId)];
    const place = await addPlace(api, companyId, root);
    const personnelId = await addPerson(api, companyId, { place });
    await addRequirement(api, companyId, place, [{ courseId: await addCourse(reader) }]);
    await addRequirement(api, companyId, root, []);
    await stepsOnce(personnelId, 'nonCompliant');
    await settled(companyId);
    const { rows } = await owner.query('SELECT clock_timestamp() AS now');
    const changed = async () => {
      const { data } = (await reader.get(`/training?modifiedSince=${rows[0].now.toISOString()}`)).body;
      return data.length;
    };
    const dueAfter = (work: () => Promise<void>) =>
      inCompany(companyId, async () => {
        await work();
        const { client } = api.app.get(CompanyTransactions).current(companyId);
        const text = `SELECT FROM due_people WHERE company_id = $1 AND due_at < now() + interval '1 second'`;
        return (await client.query(text, [companyId])).rowCount;
      });
    const named = { id: root.id, itemId: root.itemId, path: 'Renamed', timeZone: null, archived: false };
    const keep = (version: number, pathIds: string[], changes: object = {}) =>
      api.app
        .get(OrgStructureReadModel)
        .keep(companyId, { ...named, name: 'Renamed', version, pathIds, ...changes }, new Date());
    expect(await dueAfter(() => keep(2, root.pathIds))).toBe(0);
    const item = { itemId: root.itemId, version: 1_000_000, itemName: 'Renamed', archived: false };
    const renamed = { ...item, requirements: [] };
    expect(await dueAfter(() => api.app.get(Requirements).keep(companyId, renamed))).toBe(0);
    expect(await changed()).toBe(0);
    // A move is published for the org structure and for each one below it.
    expect(await dueAfter(() => keep(3, [other.id, root.id]))).toBe(0);
    const { id, itemId } = place;
    const below = [other.id, root.id, place.id];
    expect(await dueAfter(() => keep(2, below, { id, itemId }))).toBe(1);
    expect(await changed()).toBe(1);
  });

  it('200: everybody once the company comes to another time zone', async () => {
    const reader = await api.caller();
    const { companyId } = reader;
    const place = await addPlace(api, companyId);
    const personnelId = await addPerson(api, companyId, { place });
    await addRequirement(api, companyId, place, [{ courseId: await addCourse(reader) }]);
    await stepsOnce(personnelId, 'nonCompliant');
    await settled(companyId);
    const { rows } = await owner.query('SELECT clock_timestamp() AS now');
    const changed = async () =>
      (await reader.get(`/training?modifiedSince=${rows[0].now.toISOString()}`)).body.data.length;
    await moveTo(companyId, 1, 'UTC');
    expect(await changed()).toBe(0);
    await moveTo(companyId, 2, 'Pacific/Niue');
    expect(await changed()).toBe(1);
    await settled(companyId);
    expect(await changed()).toBe(1);
  });
});

const moveTo = (companyId: string, version: number, timeZone: string): Promise<void> =>
  inCompany(companyId, () =>
    api.app.get(Companies).keep(companyId, companyState(companyId, version, timeZone)),
  );

function inCompany<Result>(companyId: string, work: () => Promise<Result>): Promise<Result> {
  return api.app.get(CompanyTransactions).run(companyId, work);
}

it('puts a person off whose turn fails, and goes on with the others', async () => {
  const reader = await api.caller();
  const place = await addPlace(api, reader.companyId);
  const [broken = '', sound = ''] = await addPeople(api, reader.companyId, [{ place }, { place }]);
  const insert = `INSERT INTO training_statuses (company_id, personnel_id, steps) VALUES ($1, $2, '{}')`;
  await owner.query(insert, [reader.companyId, broken]);
  await addRequirement(api, reader.companyId, place, [{ courseId: await addCourse(reader) }]);
  await stepsOnce(sound, 'nonCompliant');
  await settled(reader.companyId);
  expect(await statusesOf(broken)).toEqual([]);
  expect(await messagesOf(sound, 'training-deadline-passed.v1')).toHaveLength(1);
  const later = 'SELECT FROM due_people WHERE personnel_id = $1 AND due_at > now()';
  expect((await owner.query(later, [broken])).rowCount).toBe(1);
});

it('looks at fewer people at once, and tells of it, where many fail together', async () => {
  const { companyId } = await api.caller();
  const place = await addPlace(api, companyId);
  const many = Array.from({ length: 30 }, () => ({ place }));
  const people = await addPeople(api, companyId, many);
  await owner.query(`
    CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM looked WHERE company_id = '${companyId}') > 3 THEN RAISE 'too many'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse_many AFTER UPDATE ON training_statuses REFERENCING NEW TABLE AS looked
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`);
  try {
    const insert = 'INSERT INTO due_people (company_id, personnel_id) SELECT $1, unnest($2::uuid[])';
    await owner.query(insert, [companyId, people]);
    const told: unknown[] = [];
    const warn = ({ companyId: about }: { companyId: string }, message: string) =>
      told.push([about, message]);
    const quiet = Object.create(api.app.get<Logger>(LOGGER), { warn: { value: warn } });
    await replica(api, quiet).work();
    expect(told).toContainEqual([companyId, 'standings: people failed together, fewer will be tried']);
    await settled(companyId);
    const text =
      'SELECT xmin::text AS look, count(*)::int FROM training_statuses WHERE company_id = $1 GROUP BY 1';
    const { rows } = await owner.query<{ count: number }>(text, [companyId]);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(30);
    expect(rows.length).toBeLessThan(20);
  } finally {
    await owner.query('DROP FUNCTION refuse_many CASCADE');
  }
});

it('puts a change off of which a part fails, and goes on with those of other kinds', async () => {
  const { companyId } = await api.caller();
  const place = await addPlace(api, companyId);
  const personnelId = await addPerson(api, companyId, { place });
  const insert = `INSERT INTO due_changes (company_id, kind, about)
    VALUES ($1, 'of a later release', ARRAY[$2::uuid]), ($1, 'org structures', ARRAY[$2::uuid])`;
  await owner.query(insert, [companyId, place.id]);
  await replica(api).work();
  await eventually(async () => {
    const text = 'SELECT kind, noted_at > now() AS "isLater" FROM due_changes WHERE company_id = $1';
    expect((await owner.query(text, [companyId])).rows).toEqual([
      { kind: 'of a later release', isLater: true },
    ]);
  });
  await settled(companyId);
  const looked = 'SELECT FROM training_statuses WHERE company_id = $1 AND personnel_id = $2';
  expect((await owner.query(looked, [companyId, personnelId])).rowCount).toBe(1);
});
