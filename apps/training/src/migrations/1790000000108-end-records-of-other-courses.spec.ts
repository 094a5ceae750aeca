import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore } from '@safety/testing';
import { EndRecordsOfOtherCourses1790000000108 } from './1790000000108-end-records-of-other-courses.js';
import { migrations } from './index.js';

/** A record of each person, of the release before, and whether it ends otherwise from now on. */
const records = [
  { of: 'equivalent', result: 'passed', expiresOn: null, ends: true },
  { of: 'refresher', result: 'attended', expiresOn: null, ends: true },
  { of: 'equivalent', result: 'passed', expiresOn: '2030-01-01', ends: false },
  { of: 'equivalent', result: 'failed', expiresOn: null, ends: false },
  { of: 'course', result: 'passed', expiresOn: null, ends: false },
].map((record) => ({ ...record, personnelId: randomUUID() }));

it('has those looked at who hold a record of another course that has an end from now on, and goes back', async () => {
  const functions = { prepareDatabase, migrationDataSource };
  const migration = EndRecordsOfOtherCourses1790000000108;
  const earlier = await databaseBefore('training', migration, migrations, functions);
  const { database, owner } = earlier;
  const companyId = randomUUID();
  const inCompany = (text: string, values: unknown[]): Promise<unknown> =>
    owner.transaction(async (manager) => {
      await manager.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
      return manager.query(text, values);
    });
  const ids: Record<string, string> = {
    equivalent: randomUUID(),
    refresher: randomUUID(),
    course: randomUUID(),
  };
  try {
    for (const [code, id] of Object.entries(ids)) {
      const links = code === 'course' ? [12, ids.refresher, [ids.equivalent]] : [null, null, []];
      const course = `INSERT INTO courses (company_id, id, code, name, category, delivery_method, validity_months,
          refresher_course_id, equivalent_course_ids)
        VALUES ($1, $2, $3, 'First aid', 'firstAid', 'classroom', $4, $5, $6)`;
      await inCompany(course, [companyId, id, code, ...links]);
    }
    for (const { of, result, expiresOn, personnelId } of records) {
      const record = `INSERT INTO training_records (company_id, id, personnel_id, course_id, completed_on, result,
          expires_on, expiry_source, source)
        VALUES ($1, $2, $3, $4, '2026-01-05', $5, $6, 'course', 'manual')`;
      await inCompany(record, [companyId, randomUUID(), personnelId, ids[of], result, expiresOn]);
    }
    await prepareDatabase({ ...database, migrations });
    const due: { id: string }[] = await owner.query(`SELECT personnel_id AS id FROM due_people
      WHERE due_at < now() + interval '1 hour'`);
    const ending = records.filter(({ ends }) => ends).map(({ personnelId }) => personnelId);
    expect(due.map(({ id }) => id).sort()).toEqual(ending.sort());
    const runner = owner.createQueryRunner();
    await new migration().down(runner);
    await runner.release();
  } finally {
    await earlier.drop();
  }
});
