import { describe, expect, it } from '@jest/globals';
import { CompanyTransactions } from '@safety/persistence';
import { PublishedCompany } from '../testing/published-company.js';
import { standingsUnderTest } from '../testing/required-standings.js';
import type { WantedRequirement } from '../testing/requirements.js';
import {
  addClass,
  addCourse,
  added,
  addPerson,
  addPlace,
  classOf,
  day,
  inDays,
  startWithCompany,
} from '../testing/training-under-test.js';
import { monthsLater } from '../training-records/expiry.js';
import { StandingRows } from './standings.rows.js';

const { api, company, admin } = await startWithCompany();

const { require, requiredCourse, standingsOf, standingOf, record } = standingsUnderTest(api, company);

describe('GET /training', () => {
  it('200: what an org structure item requires, of an item above too', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ graceDays: 100 });
    const above = await addCourse(admin, { name: 'From above' });
    await require(company.place, [{ courseId: above, requirement: 'recommended' }]);
    const rows = await standingsOf(personnelId);
    expect(rows).toHaveLength(2);
    expect(rows.find((row: { courseId: string }) => row.courseId === courseId)).toMatchObject({
      version: 0,
      personnelName: 'Aoife Byrne',
      courseName: 'Lock-out of crushers',
      orgStructureId: place.id,
      requirement: 'mandatory',
      requiredBy: [{ itemId: place.itemId, itemName: `Item ${place.itemId.slice(0, 4)}` }],
      assigned: false,
      dueDate: day(-30),
      status: 'required',
      expiresOn: null,
      lastRecordId: null,
    });
    expect(rows.find((row: { courseId: string }) => row.courseId === above)).toMatchObject({
      requirement: 'recommended',
      status: 'notRequired',
      dueDate: null,
    });
    await require(company.place, []);
  });

  it('200: of two items that of the person counts; both are named', async () => {
    const { place, personnelId, courseId } = await requiredCourse({ requirement: 'recommended' });
    await require(company.place, [{ courseId }]);
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      requirement: 'recommended',
      requiredBy: [{ itemId: place.itemId }, { itemId: company.place.itemId }],
    });
    await require(company.place, []);
  });

  it.each<[string, Partial<WantedRequirement>, boolean]>([
    ['the job title, in any case', { jobTitles: ['Welder', 'DRIVER'] }, true],
    ['another job title', { jobTitles: ['Welder'] }, false],
    ['from tomorrow on', { effectiveFrom: day(2) }, false],
  ])('200: a requirement for %s', async (_, changes, applies) => {
    const { personnelId } = await requiredCourse(changes);
    expect(await standingsOf(personnelId)).toHaveLength(applies ? 1 : 0);
  });

  it.each([
    ['terminated', { employmentStatus: 'terminated' }],
    ['archived', { archived: true }],
  ])('200: nothing is required of people who are %s', async (_, changes) => {
    const { place } = await requiredCourse();
    const gone = await addPerson(api, admin.companyId, { place, ...changes });
    expect(await standingsOf(gone)).toEqual([]);
  });

  it.each([
    ['with the work, for somebody new', 0, 'required', 0],
    ['with the work, on its last day', -5, 'required', -5],
    ['with the work, and end', -6, 'overdue', -6],
    ['with the requirement, for somebody who was there before', -400, 'overdue', -30],
  ])('200: the days of grace begin %s', async (_, began, status, due) => {
    const { place, courseId } = await requiredCourse({ graceDays: 5, effectiveFrom: day(-30) });
    const newcomer = await addPerson(api, admin.companyId, { place, workingSince: day(began) });
    expect(await standingOf(newcomer, courseId)).toMatchObject({ status, dueDate: day(due) });
  });

  it.each([
    ['go on at another org structure below the same item', 'below', 'Driver', -30],
    ['go on in another job that is named too', 'there', 'Fitter', -30],
    ['begin with the work where the requirement did not apply before', 'elsewhere', 'Driver', -4],
    ['begin with the work after a job that is not named', 'there', 'Clerk', -4],
  ])('200: the days of grace %s', async (_, where, jobTitle, due) => {
    const required = { graceDays: 5, effectiveFrom: day(-99), jobTitles: ['Driver', 'Fitter'] };
    const { place, courseId } = await requiredCourse(required);
    const below = await addPlace(api, admin.companyId, place);
    const { id } = { below, there: place, elsewhere: company.elsewhere }[where] ?? place;
    const moved = await addPerson(api, admin.companyId, {
      place,
      jobTitle: 'Driver',
      workingSince: day(-4),
      formerly: [{ from: day(-30), orgStructureId: id, jobTitle }],
    });
    const status = due === -4 ? 'required' : 'overdue';
    expect(await standingOf(moved, courseId)).toMatchObject({ status, dueDate: day(due) });
  });

  it('200: the next class of a refresher, for somebody who has something to renew', async () => {
    const refresher = await addCourse(admin);
    const { personnelId, courseId, place } = await requiredCourse({}, { refresherCourseId: refresher });
    const beginner = await addPerson(api, admin.companyId, { place, jobTitle: 'Driver' });
    await record(personnelId, courseId, { expiresOn: day(-2), expirySource: 'certificate' });
    const { id } = await added(admin, '/classes', classOf(refresher));
    const since = new Date().toISOString();
    for (const one of [personnelId, beginner])
      await added(admin, '/students', { classId: id, personnelId: one });
    expect(await standingOf(personnelId, courseId)).toMatchObject({ status: 'expired', nextClassId: id });
    expect(await standingOf(beginner, courseId)).toMatchObject({ status: 'overdue', nextClassId: null });
    const changed = await admin.get(`/training?modifiedSince=${since}&personnelId=${personnelId}`);
    const courses = changed.body.data.map((row: { courseId: string }) => row.courseId);
    expect(new Set(courses)).toEqual(new Set([courseId, refresher]));
  });

  it('200: looks for records to renew of those courses alone that have a refresher', async () => {
    const { personnelId } = await requiredCourse();
    await added(admin, '/students', { classId: (await addClass(admin)).id, personnelId });
    const transactions = api.app.get(CompanyTransactions);
    const looks = () =>
      transactions.run(admin.companyId, async () => {
        await api.app.get(StandingRows).begin({ companyId: admin.companyId, timeZone: 'UTC' });
        const { client } = transactions.current(admin.companyId);
        const read = () =>
          client.query(
            `SELECT (seq_scan + idx_scan)::int AS scans FROM pg_stat_xact_user_tables WHERE relname = 'training_records'`,
          );
        const before = (await read()).rows[0].scans;
        await client.query('SELECT * FROM standings WHERE company_id = $1 AND personnel_id = $2', [
          admin.companyId,
          personnelId,
        ]);
        return (await read()).rows[0].scans - before;
      });
    const few = await looks();
    const others = await Promise.all(Array.from({ length: 20 }, () => addCourse(admin)));
    // One look for records that count for each course, and none for each pair of a course and a class.
    expect((await looks()) - few).toBeLessThanOrEqual(others.length);
  });

  it('200: an assignment that is taken back archives nothing of somebody who has a record', async () => {
    const [personnelId, courseId] = [await addPerson(api, admin.companyId), await addCourse(admin)];
    const { id } = await added(admin, '/training', { personnelId, courseId });
    await admin.delete(`/training/${id}`);
    const archived = { archived: true, archivedAt: expect.any(String), archivedByUserId: admin.userId };
    expect((await admin.get(`/training/${id}`)).body).toMatchObject(archived);
    await record(personnelId, courseId);
    expect((await admin.get(`/training/${id}`)).body).toMatchObject({
      archived: false,
      archivedAt: null,
      archivedByUserId: null,
    });
  });

  it('200: each status in its turn', async () => {
    const { personnelId, courseId } = await requiredCourse(
      { graceDays: 29 },
      { validityMonths: 120, expiryWarningDays: 10 },
    );
    const status = async () => (await standingOf(personnelId, courseId)).status;
    expect(await status()).toBe('overdue');
    const taken = await added(admin, '/classes', classOf(courseId));
    await added(admin, '/students', { classId: taken.id, personnelId });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'inProgress',
      nextClassId: taken.id,
    });
    await record(personnelId, courseId, { expiresOn: day(-2), completedOn: day(-40) });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'expired',
      nextClassId: taken.id,
    });
    await record(personnelId, courseId, { expiresOn: day(9), completedOn: day(-39) });
    expect(await status()).toBe('expiringSoon');
    const good = await record(personnelId, courseId, { expiresOn: day(20), completedOn: day(-38) });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: good.id,
      lastCompletedOn: day(-38),
      expiresOn: day(20),
    });
    const { id } = await standingOf(personnelId, courseId);
    await admin.put(`/training/${id}`, { waivedUntil: day(1), waiverReason: 'On leave' });
    expect(await status()).toBe('waived');
    await admin.put(`/training/${id}`, {});
    expect(await status()).toBe('valid');
    await admin.delete(`/training/records/${good.id}`);
    expect(await status()).toBe('expiringSoon');
  });

  it('200: a record of an equivalent course counts, and of the refresher of one who has it', async () => {
    const [equivalent, refresher] = [await addCourse(admin), await addCourse(admin)];
    const linked = { equivalentCourseIds: [equivalent], refresherCourseId: refresher };
    const { place, personnelId, courseId } = await requiredCourse({}, linked);
    const other = await addPerson(api, admin.companyId, { place });
    await record(other, refresher);
    expect((await standingOf(other, courseId)).status).toBe('overdue');
    await record(personnelId, equivalent, { expiresOn: day(-1), completedOn: day(-20) });
    expect((await standingOf(personnelId, courseId)).status).toBe('expired');
    const renewed = await record(personnelId, refresher);
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: renewed.id,
    });
  });

  it.each(['equivalentCourseIds', 'refresherCourseId'])(
    '200: a record of %s without an end counts by the validity of the course',
    async (member) => {
      const other = await addCourse(admin);
      const linked = { [member]: member === 'refresherCourseId' ? other : [other], validityMonths: 12 };
      const { personnelId, courseId } = await requiredCourse({}, linked);
      await record(personnelId, courseId, { completedOn: day(-500) });
      const ended = await record(personnelId, other, { completedOn: day(-400) });
      expect(await standingOf(personnelId, courseId)).toMatchObject({
        status: 'expired',
        lastRecordId: ended.id,
        expiresOn: monthsLater(day(-400), 12),
      });
      expect(await standingOf(personnelId, other)).toMatchObject({ status: 'valid', expiresOn: null });
      await admin.patch(`/courses/${courseId}`, { validityMonths: 120 });
      const longer = { status: 'valid', expiresOn: monthsLater(day(-400), 120) };
      expect(await standingOf(personnelId, courseId)).toMatchObject(longer);
      await record(personnelId, other, { completedOn: day(-399), expiresOn: '2200-01-01' });
      expect(await standingOf(personnelId, courseId)).toMatchObject({ expiresOn: '2200-01-01' });
    },
  );

  it('200: moving a person changes what is required', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const there = await requiredCourse();
    await new PublishedCompany(api, admin.companyId).addPerson({
      id: personnelId,
      orgStructureId: there.place.id,
    });
    expect((await standingsOf(personnelId)).map((row: { courseId: string }) => row.courseId)).toEqual([
      there.courseId,
    ]);
    expect(courseId).not.toBe(there.courseId);
  });
});

describe('completing a class', () => {
  it('makes the standings of those who passed valid', async () => {
    const { personnelId, courseId } = await requiredCourse();
    const times = { startAt: inDays(-1), endAt: inDays(-0.5) };
    const taken = await added(admin, '/classes', classOf(courseId, times));
    const student = await added(admin, '/students', { classId: taken.id, personnelId });
    await admin.patch(`/students/${student.id}`, { status: 'passed' });
    for (const transition of ['start', 'complete'])
      await admin.post(`/classes/${taken.id}/transitions`, { transition });
    expect(await standingOf(personnelId, courseId)).toMatchObject({
      status: 'valid',
      lastRecordId: (await admin.get(`/students/${student.id}`)).body.trainingRecordId,
    });
    expect((await addClass(admin)).status).toBe('scheduled');
  });
});
