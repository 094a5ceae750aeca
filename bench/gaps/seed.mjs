// People and courses for the company of the demo, written by SQL as the owner of the database.
import { demoQuarries } from '@safety/demo-data';
import pg from 'pg';

/**
 * Adds what is missing to so many people and courses. The item of the root requires every course of
 * everybody. Two records in three are there, of which some are expired, some soon, and some have no end.
 * Twenty people at a time have been in 100 classes, and have three to come.
 */
const statements = ({ people, courses }) => [
  [
    `INSERT INTO courses (company_id, id, code, name, category, delivery_method, status)
     SELECT $1, gen_random_uuid(), 'GAP-' || n, 'Gap course ' || n, 'other', 'online', 'active'
     FROM generate_series(1, $2::int) AS n ON CONFLICT DO NOTHING`,
    [courses],
  ],
  [
    `INSERT INTO item_requirements (company_id, item_id, course_id, mandatory, job_titles, grace_days, effective_from)
     SELECT $1, o.item_id, c.id, true, '{}', 30, current_date - 60
     FROM courses AS c, org_structures AS o
     WHERE c.company_id = $1 AND o.company_id = $1 AND cardinality(o.path_ids) = 1 AND c.code LIKE 'GAP-%'
     ON CONFLICT DO NOTHING`,
    [],
  ],
  [
    `INSERT INTO personnel (company_id, id, version, display_name, org_structure_id, job_title, employment_status, archived)
     SELECT $1, gen_random_uuid(), 1, 'Bench ' || md5(n::text), places[1 + n % cardinality(places)], 'Fitter', 'active', false
     FROM generate_series((SELECT count(*)::int FROM personnel WHERE company_id = $1) + 1, $2::int) AS n,
       (SELECT array_agg(id) AS places FROM org_structures WHERE company_id = $1) AS known`,
    [people],
  ],
  [
    `INSERT INTO training_records (company_id, id, personnel_id, course_id, completed_on, result, expires_on, expiry_source, source)
     SELECT $1, gen_random_uuid(), person, course, current_date - 400, 'passed',
       CASE WHEN n % 6 > 0 THEN current_date + ((n % 6) * 30 - 60)::int END, 'course', 'import'
     FROM (SELECT p.id AS person, c.id AS course, row_number() OVER () AS n
       FROM personnel AS p, courses AS c
       WHERE p.company_id = $1 AND c.company_id = $1 AND p.display_name LIKE 'Bench %' AND c.code LIKE 'GAP-%') AS pairs
     WHERE n % 3 > 0 ON CONFLICT DO NOTHING`,
    [],
  ],
  // Class n is that of the people whose number, in twenties, is n / 103.
  [
    `INSERT INTO classes (company_id, id, course_id, title, start_at, end_at, time_zone, ends_on, status)
     SELECT $1, gen_random_uuid(), known.ids[1 + n % cardinality(known.ids)], 'Gap class ' || n,
       day, day + interval '2 hours', 'UTC', (day AT TIME ZONE 'UTC')::date,
       CASE WHEN day < now() THEN 'completed' ELSE 'scheduled' END
     FROM generate_series((SELECT count(*)::int FROM classes WHERE company_id = $1 AND title LIKE 'Gap class %'),
         103 * (($2::int + 19) / 20) - 1) AS n,
       (SELECT array_agg(id ORDER BY code) AS ids FROM courses WHERE company_id = $1 AND code LIKE 'GAP-%') AS known,
       LATERAL (SELECT date_trunc('day', now(), 'UTC') + make_interval(hours => 9,
         days => CASE WHEN n % 103 < 100 THEN -10 - n % 103 * 10 ELSE n % 103 - 90 END) AS day) AS held`,
    [people],
  ],
  [
    `INSERT INTO students (company_id, id, class_id, personnel_id, status, number, enrolled_at)
     SELECT $1, gen_random_uuid(), k.id, p.id, CASE WHEN k.status = 'completed' THEN 'passed' ELSE 'enrolled' END,
       1 + p.n % 20, k.start_at - interval '30 days'
     FROM (SELECT id, row_number() OVER (ORDER BY applied_at, id) - 1 AS n FROM personnel
       WHERE company_id = $1 AND display_name LIKE 'Bench %') AS p
     JOIN classes AS k ON k.company_id = $1 AND k.title LIKE 'Gap class %'
       AND substr(k.title, 11)::int / 103 = p.n / 20
     ON CONFLICT DO NOTHING`,
    [],
  ],
];

/** The index of standings as the job leaves it, which takes minutes for so many. */
const indexed = [
  `INSERT INTO standing_index
     (company_id, personnel_id, course_id, id, requirement, status, expires_on, archived, modified_at)
   SELECT company_id, personnel_id, course_id, id, requirement, status, expires_on, archived, modified_at
   FROM standings WHERE company_id = $1 AND personnel_name LIKE 'Bench %'
   ON CONFLICT (company_id, personnel_id, course_id) DO UPDATE SET status = excluded.status,
     expires_on = excluded.expires_on, modified_at = excluded.modified_at`,
  `INSERT INTO training_statuses (company_id, personnel_id, indexed_from)
   SELECT company_id, id, current_date - 1 FROM personnel WHERE company_id = $1 AND display_name LIKE 'Bench %'
   ON CONFLICT (company_id, personnel_id) DO UPDATE SET indexed_from = excluded.indexed_from`,
];

export async function seedCompany(suite, size) {
  const url = new URL(suite.databaseUrl);
  url.pathname = new URL(suite.environment.training.DATABASE_URL).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    // The owner is behind the wall of the company too.
    await client.query(`SET app.company_id = '${demoQuarries.id}'`);
    for (const [text, values] of statements(size)) await client.query(text, [demoQuarries.id, ...values]);
    await client.query('VACUUM ANALYZE');
    await client.query(
      `SET app.today = '${new Date().toISOString().slice(0, 10)}'; SET app.time_zone = '${demoQuarries.timeZone}'`,
    );
    for (const text of indexed) await client.query(text, [demoQuarries.id]);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
