import { common, nobody, searches, ways } from '../queries.mjs';
import { pick, place, places, record, recordColumns } from '../sql.mjs';

export const personnel = {
  service: 'personnel-org',
  tables: ['personnel', 'work_history', 'work_history_days'],
  seed: [
    (
      company,
    ) => `INSERT INTO personnel (${recordColumns}, personnel_number, first_name, last_name, email, hire_date)
      SELECT ${record(company)}, 'B-' || n, ${pick(['Ann', 'Bob', 'Cem', 'Dee'])}, 'Last ' || md5(n::text),
        'b' || n || '@example.com', current_date - n % 9000`,
    `INSERT INTO work_history (${recordColumns}, personnel_id, effective_date, org_structure_id, job_title,
        employment_type, employment_status, fte)
      SELECT company_id, gen_random_uuid(), created_at, modified_at, id, hire_date + 365 * year, ${place},
        'Job ' || n % 500, ${pick(['fullTime', 'partTime'], 3)}, ${pick(['active', 'active', 'onLeave'], 5)}, 1
      FROM (SELECT *, year + row_number() OVER () AS n, ${places} AS places
        FROM personnel, generate_series(0, $years) AS year
        WHERE personnel_number LIKE 'B-%' AND (year = 0 OR hire_date + 365 * year <= current_date + 700)) AS years`,
    `INSERT INTO work_history_days
      SELECT d.* FROM personnel AS p, days_of_work_history(p.company_id, p.id) AS d
      ON CONFLICT DO NOTHING`,
    // One in ten has no state, one in fifty lacks something, and everybody is going to.
    `INSERT INTO training_statuses (company_id, personnel_id, version, steps)
      SELECT company_id, id, 1, jsonb_build_array(
        jsonb_build_object('from', (current_date - 300)::text,
          'status', CASE WHEN n % 50 = 1 THEN 'nonCompliant' ELSE 'compliant' END),
        jsonb_build_object('from', (current_date + 1 + n % 200)::text, 'status', 'nonCompliant'))
      FROM (SELECT *, substr(personnel_number, 3)::int AS n FROM personnel
        WHERE personnel_number LIKE 'B-%') AS people WHERE n % 10 > 0`,
    `INSERT INTO training_status_days
      SELECT d.* FROM training_statuses AS s, training_days(s.company_id, s.personnel_id, s.steps) AS d
      ON CONFLICT DO NOTHING`,
    `INSERT INTO training_status_days
      SELECT d.* FROM personnel AS p, training_days(p.company_id, p.id, '[]') AS d
      WHERE NOT EXISTS (SELECT FROM training_statuses WHERE company_id = p.company_id AND personnel_id = p.id)
      ON CONFLICT DO NOTHING`,
  ],
  lists: {
    personnel: [
      ...common,
      ...ways(['lastName', 'personnelNumber', 'hireDate', 'modifiedAt']),
      'orgStructureId=$place',
      `lineManagerId=${nobody}`,
      'employmentStatus=active',
      'employmentStatus=suspended',
      'employmentType=fullTime',
      'employmentType=temporary',
      'jobTitle=Job%2017',
      'jobTitle=None',
      'hiredFrom=2030-01-01',
      'hiredTo=1990-01-01',
      'hasUser=true',
      'hasUser=false',
      'trainingStatus=compliant',
      'trainingStatus=nonCompliant',
      'trainingStatus=notRequired',
      'trainingStatus=expiringSoon',
      'asOf=2020-01-01',
      'asOf=2020-01-01&jobTitle=Job%2017',
      ...searches('Last', 'c4ca4238a0', 'zzzzqqq', 'zz', 'an', 'b99999@'),
    ],
  },
};
