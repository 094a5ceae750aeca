// Rows for one company and for others beside it, written by SQL as the owner of the database.
import { demoQuarries } from '@safety/demo-data';
import pg from 'pg';

const COMPANIES = 50;

const words = `(ARRAY['Forklift', 'Crane', 'Ladder', 'Noise', 'Dust', 'Chemicals', 'Fire', 'Hearing'])[1 + n % 8]`;
const pick = (values, divisor = 1) =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])[1 + (n / ${divisor}) % ${values.length}]`;
const record = (company) =>
  `${company}, gen_random_uuid(), now() - n * interval '1 second', now() - n * interval '1 second'`;
const recordColumns = 'company_id, id, created_at, modified_at';
const place = '(SELECT array_agg(id) FROM org_structures WHERE company_id = $1)';
const hazardTypes = ['chemical', 'mechanical', 'electrical', 'vehicleTransport', 'workAtHeight'];

/**
 * For each service what it holds: `$1` is the company that is asked, `company` the one of the row, `n` its
 * number.
 */
const tables = {
  training: [
    (company) => `INSERT INTO courses (${recordColumns}, code, name, category, delivery_method, status)
      SELECT ${record(company)}, 'B-' || n, ${words} || ' ' || md5(n::text),
        ${pick(['fire', 'machinery', 'electrical', 'leadership'], 3)}, ${pick(['classroom', 'online', 'blended'], 5)},
        ${pick(['draft', 'active', 'active', 'retired'], 7)}`,
  ],
  'hazards-events': [
    (company) => `INSERT INTO approved_hazards (${recordColumns}, reference, title, description, hazard_type,
        observation_kind, org_structure_id, identified_at, anonymous, persons_at_risk, existing_controls,
        risk_assessment, risk_score, due_date, related_event_ids, tags, status)
      SELECT ${record(company)}, 'HAZ-2020-' || n, ${words} || ' ' || n, 'Seen at ' || md5(n::text),
        ${pick(hazardTypes, 3)}, 'unsafeCondition', places[1 + n % cardinality(places)],
        now() - n * interval '1 minute', false, '{}', '[]', '{"initial": null, "residual": null, "target": null}',
        CASE WHEN n % 3 > 0 THEN n % 25 END, CASE WHEN n % 2 > 0 THEN current_date - n % 900 END, '{}',
        ARRAY['tag-' || n % 5, 'rare-' || n % 9999], ${pick(['approved', 'approved', 'closed'], 7)}`,
  ],
  'personnel-org': [
    (
      company,
    ) => `INSERT INTO personnel (${recordColumns}, personnel_number, first_name, last_name, email, hire_date)
      SELECT ${record(company)}, 'B-' || n, ${pick(['Ann', 'Bob', 'Cem', 'Dee'])}, 'Last ' || md5(n::text),
        'b' || n || '@example.com', current_date - n % 9000`,
    () => `INSERT INTO work_history (${recordColumns}, personnel_id, effective_date, org_structure_id, job_title,
        employment_type, employment_status, fte)
      SELECT company_id, gen_random_uuid(), created_at, modified_at, id, hire_date, places[1 + n % cardinality(places)],
        'Job ' || n % 500, ${pick(['fullTime', 'partTime'], 3)}, ${pick(['active', 'active', 'onLeave'], 5)}, 1
      FROM (SELECT *, row_number() OVER () AS n, ${place} AS places FROM personnel
        WHERE personnel_number LIKE 'B-%') AS people`,
  ],
};

/** Adds as many rows to the company of the demo, and as many to fifty others together. */
export async function seedLists(suite, count) {
  for (const [service, statements] of Object.entries(tables)) {
    const url = new URL(suite.databaseUrl);
    url.pathname = new URL(suite.environment[service].DATABASE_URL).pathname;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await seedService(client, service, statements, count);
    } finally {
      await client.end();
    }
  }
}

async function seedService(client, service, statements, count) {
  // Rows that hang on others without a check: of a hazard only its snapshot is read, places only of one
  // company.
  await client.query('SET session_replication_role = replica');
  const indexes = await dropIndexes(client);
  for (const statement of statements) {
    const text = statement('CASE WHEN ours THEN $1::uuid ELSE companies[1 + n % 50] END');
    const rows = `FROM generate_series(1, $2::int) AS n, (VALUES (true), (false)) AS owner(ours),
      (SELECT array_agg(gen_random_uuid()) AS companies FROM generate_series(1, ${COMPANIES})) AS others
      ${service === 'hazards-events' ? `, (SELECT ${place} AS places) AS known` : ''}`;
    const isWhole = text.includes('FROM (SELECT');
    await client.query(isWhole ? text : `${text} ${rows}`, [demoQuarries.id, ...(isWhole ? [] : [count])]);
  }
  await client.query(`SET maintenance_work_mem = '512MB'; ${indexes.join('; ')}`);
  await client.query('VACUUM ANALYZE');
}

/** Indexes are made of many rows sooner than with each row. */
async function dropIndexes(client) {
  const { rows } = await client.query(`SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = ANY ('{courses,approved_hazards,personnel,work_history}')
      AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
  await client.query(`DROP INDEX ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
  return rows.map(({ definition }) => definition);
}
