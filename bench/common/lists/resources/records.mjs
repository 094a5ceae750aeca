import { absent, frequent, numbered } from '../numbered.mjs';
import { common, searches, ways } from '../queries.mjs';
import { pick, record } from '../sql.mjs';

const columns = `company_id, id, created_at, modified_at, personnel_id, course_id, completed_on, result, expires_on,
  expiry_source, certificate_number, issuer, source`;

/** Fifty courses for each of twenty thousand people. */
export const records = {
  service: 'training',
  tables: ['training_records'],
  seed: [
    (company) => `INSERT INTO training_records (${columns})
      SELECT ${record(company)}, ${numbered('n % 20000')}, ${numbered('n / 20000')}, current_date - (n % 4000),
        ${pick(['passed', 'passed', 'failed', 'attended'], 3)}, CASE WHEN n % 4 > 0 THEN current_date + n % 900 END,
        'course', 'CERT-' || n, 'Issued by ' || md5(n::text), ${pick(['import', 'import', 'lms'], 7)}`,
  ],
  lists: {
    'training/records': [
      ...common,
      ...ways(['completedOn', 'expiresOn', 'modifiedAt']),
      `personnelId=${frequent}`,
      `personnelId=${absent}`,
      `courseId=${frequent}`,
      `courseId=${absent}`,
      `classId=${absent}`,
      'result=passed',
      'result=exempt',
      'source=import',
      'source=xapi',
      'voided=true',
      'voided=false',
      'completedFrom=2100-01-01',
      'completedTo=1950-01-01',
      'expiresFrom=2100-01-01',
      'expiresTo=1950-01-01',
      ...searches('Issued', 'c4ca4238a0', 'CERT-99999', 'zzzzqqq', 'zz', 'is'),
    ],
  },
};
