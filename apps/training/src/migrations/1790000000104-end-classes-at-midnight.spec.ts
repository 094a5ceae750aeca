import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore } from '@safety/testing';
import { EndClassesAtMidnight1790000000104 } from './1790000000104-end-classes-at-midnight.js';
import { migrations } from './index.js';

/** Classes of the release before, all on the 10th by its count, and the day on which each ends after it. */
const classes = [
  { timeZone: 'Europe/Dublin', status: 'scheduled', endAt: '2030-07-09T23:00Z', endsOn: '2030-07-09' },
  { timeZone: 'europe/dublin', status: 'inProgress', endAt: '2030-12-10T00:00Z', endsOn: '2030-12-09' },
  { timeZone: 'Europe/Dublin', status: 'scheduled', endAt: '2030-07-10T00:00Z', endsOn: '2030-07-10' },
  { timeZone: 'Europe/Dublin', status: 'completed', endAt: '2030-12-10T00:00Z', endsOn: '2030-12-10' },
  // PostgreSQL knows no such zone.
  { timeZone: 'SystemV/EST5', status: 'scheduled', endAt: '2030-07-10T05:00Z', endsOn: '2030-07-10' },
];

it('ends classes that are not over on the day before midnight, and has those in them looked at', async () => {
  const functions = { prepareDatabase, migrationDataSource };
  const earlier = await databaseBefore('training', EndClassesAtMidnight1790000000104, migrations, functions);
  const { database, owner } = earlier;
  const [companyId, courseId, personnelId] = [randomUUID(), randomUUID(), randomUUID()];
  const inCompany = (text: string, values: unknown[]): Promise<{ endsOn: string }[]> =>
    owner.transaction(async (manager) => {
      await manager.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
      return manager.query(text, values);
    });
  try {
    const course = `INSERT INTO courses (company_id, id, code, name, category, delivery_method)
      VALUES ($1, $2, 'FA-01', 'First aid', 'firstAid', 'classroom')`;
    await inCompany(course, [companyId, courseId]);
    for (const [index, { timeZone, status, endAt }] of classes.entries()) {
      const id = randomUUID();
      const row = `INSERT INTO classes (company_id, id, course_id, title, start_at, end_at, time_zone, ends_on, status)
        VALUES ($1, $2, $3, $4, '2030-07-01', $5, $6, $7, $8)`;
      const endsOn = `${endAt.slice(0, 8)}10`;
      await inCompany(row, [companyId, id, courseId, index, endAt, timeZone, endsOn, status]);
      const student = `INSERT INTO students (company_id, id, class_id, personnel_id, status, number, enrolled_at)
        VALUES ($1, $2, $3, $4, 'enrolled', 1, now())`;
      await inCompany(student, [companyId, randomUUID(), id, personnelId]);
    }
    await prepareDatabase({ ...database, migrations });
    const text = 'SELECT ends_on::text AS "endsOn" FROM classes WHERE company_id = $1 ORDER BY title';
    expect(await inCompany(text, [companyId])).toEqual(classes.map(({ endsOn }) => ({ endsOn })));
    const due = await owner.query('SELECT personnel_id AS "personnelId" FROM due_people');
    expect(due).toEqual([{ personnelId }]);
  } finally {
    await earlier.drop();
  }
});
