import { absent, frequent, numbered } from '../numbered.mjs';
import { common, searches, ways } from '../queries.mjs';
import { pick, record } from '../sql.mjs';

const columns = `company_id, id, created_at, modified_at, class_id, personnel_id, status, archived_at, number,
  enrolled_at, feedback`;
const status = pick(['passed', 'attended', 'failed', 'cancelled', 'passed'], 3);

/** Twenty students in each class, of twenty thousand people. */
export const students = {
  service: 'training',
  tables: ['students'],
  seed: [
    (company) => `INSERT INTO students (${columns})
      SELECT ${record(company)}, ${numbered('n / 20')}, ${numbered('n % 20000')}, ${status},
        CASE WHEN ${status} = 'cancelled' THEN now() END, n % 20, now() - n * interval '1 second',
        CASE WHEN n % 3 = 0 THEN 'Seen by ' || md5(n::text) END`,
  ],
  lists: {
    students: [
      ...common,
      ...ways(['enrolledAt', 'createdAt', 'modifiedAt']),
      `classId=${frequent}`,
      `classId=${absent}`,
      `courseId=${absent}`,
      `personnelId=${frequent}`,
      `personnelId=${absent}`,
      'status=passed',
      'status=noShow',
      'status=cancelled',
      ...searches('c4ca4238a0', 'zzzzqqq', 'zz', 'se'),
    ],
  },
};
