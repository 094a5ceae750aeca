import { common, nobody, searches, ways } from '../queries.mjs';
import { pick, place, places, record, recordColumns } from '../sql.mjs';

export const personnel = {
  service: 'personnel-org',
  tables: ['personnel', 'work_history'],
  seed: [
    (
      company,
    ) => `INSERT INTO personnel (${recordColumns}, personnel_number, first_name, last_name, email, hire_date)
      SELECT ${record(company)}, 'B-' || n, ${pick(['Ann', 'Bob', 'Cem', 'Dee'])}, 'Last ' || md5(n::text),
        'b' || n || '@example.com', current_date - n % 9000`,
    `INSERT INTO work_history (${recordColumns}, personnel_id, effective_date, org_structure_id, job_title,
        employment_type, employment_status, fte)
      SELECT company_id, gen_random_uuid(), created_at, modified_at, id, hire_date, ${place},
        'Job ' || n % 500, ${pick(['fullTime', 'partTime'], 3)}, ${pick(['active', 'active', 'onLeave'], 5)}, 1
      FROM (SELECT *, row_number() OVER () AS n, ${places} AS places FROM personnel
        WHERE personnel_number LIKE 'B-%') AS people`,
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
      'jobTitle=Job 17',
      'jobTitle=None',
      'hiredFrom=2030-01-01',
      'hiredTo=1990-01-01',
      'hasUser=true',
      'hasUser=false',
      ...searches('Last', 'c4ca4238a0', 'zzzzqqq', 'zz', 'an', 'b99999@'),
    ],
  },
};
