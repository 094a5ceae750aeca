// People, a tree and users, written by SQL as the owner of the database.
import pg from 'pg';
import { settingsSchema } from '../../apps/personnel-org/dist/config.js';
import { newestKey } from '../../apps/personnel-org/dist/encryption/company-keys.js';
import { encryptValue } from '../../apps/personnel-org/dist/encryption/encrypted-value.js';

const record = "now() - n * interval '1 second', now() - n * interval '1 second'";

/** @param url of the owner of the database */
export async function seed(url, { company, others, people, placements, levels, users, assignments }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // References are right by how the rows are made.
    await client.query('SET session_replication_role = replica');
    await client.query(`SET maintenance_work_mem = '512MB'`);
    const companies = [company, ...others];
    for (const id of companies) await plantTree(client, id, id === company ? placements : 200, levels);
    await employ(client, companies, people);
    await invite(client, company, users, assignments);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** A tree of so many placements: level 0 is one root, each further level is spread over the level above. */
async function plantTree(client, company, count, levels) {
  await client.query(
    `INSERT INTO org_structure_items (company_id, id, name, type, code)
     SELECT $1::uuid, md5($1::uuid::text || 'item' || n)::uuid, 'Item ' || n, CASE WHEN n % 3 = 0 THEN 'site' ELSE 'area' END, 'I-' || n
     FROM generate_series(1, $2::int) AS n`,
    [company, count],
  );
  // Level by level: a twelfth of the placements each, below those of the level above in turns.
  const each = Math.ceil((count - 1) / (levels - 1));
  for (let level = 0; level < levels; level++) {
    const [first, last] = level === 0 ? [1, 1] : [2 + (level - 1) * each, Math.min(count, 1 + level * each)];
    const [above, width] = level <= 1 ? [1, 1] : [2 + (level - 2) * each, each];
    await client.query(
      `INSERT INTO org_structures (company_id, id, item_id, parent_id, name, code, type, level, path, path_ids)
       SELECT $1::uuid, md5($1::uuid::text || 'place' || n)::uuid, i.id, p.id, i.name, i.code, i.type, $4::int,
         coalesce(p.path || ' / ', '') || i.name, coalesce(p.path_ids, '{}') || md5($1::uuid::text || 'place' || n)::uuid
       FROM generate_series($2::int, $3::int) AS n
       JOIN org_structure_items AS i ON i.company_id = $1::uuid AND i.id = md5($1::uuid::text || 'item' || n)::uuid
       LEFT JOIN org_structures AS p ON $4::int > 0 AND p.company_id = $1::uuid
         AND p.id = md5($1::uuid::text || 'place' || ($5::int + (n - $2::int) % $6::int))::uuid`,
      [company, first, last, level, above, width],
    );
  }
  await client.query('ANALYZE');
}

/** So many people in all, each with five years of history, at the places of their companies. */
async function employ(client, companies, people) {
  const each = Math.ceil(people / companies.length);
  for (const company of companies) {
    await client.query(
      `INSERT INTO personnel (company_id, id, created_at, modified_at, personnel_number, first_name, last_name, email,
         hire_date, line_manager_id, user_id)
       SELECT $1::uuid, md5($1::uuid::text || 'person' || n)::uuid, ${record}, 'B-' || n, (ARRAY['Ann', 'Bob', 'Cem', 'Dee'])[1 + n % 4],
         'Last ' || md5(n::text), 'b' || n || '@example.com', current_date - 1900 - n % 4000,
         CASE WHEN n > 20 THEN md5($1::uuid::text || 'person' || n / 20)::uuid END,
         CASE WHEN n % 3 = 0 THEN md5($1::uuid::text || 'user' || n)::uuid END
       FROM generate_series(1, $2::int) AS n`,
      [company, each],
    );
    await client.query(
      `INSERT INTO work_history (company_id, id, created_at, modified_at, personnel_id, effective_date, org_structure_id,
         job_title, employment_type, employment_status, fte)
       SELECT $1::uuid, gen_random_uuid(), now(), now(), md5($1::uuid::text || 'person' || n)::uuid,
         CASE year WHEN 0 THEN current_date - 1900 - n % 4000 ELSE current_date - 1800 + year * 365 + n % 30 END,
         places[1 + (n * 7 + year) % cardinality(places)], 'Job ' || (n + year) % 500,
         (ARRAY['fullTime', 'partTime', 'temporary'])[1 + (n + year) % 3],
         CASE WHEN (n + year) % 97 = 0 THEN 'suspended' WHEN (n + year) % 11 = 0 THEN 'onLeave' ELSE 'active' END, 1
       FROM generate_series(1, $2::int) AS n, generate_series(0, 5) AS year,
         (SELECT array_agg(id ORDER BY id) AS places FROM org_structures WHERE company_id = $1::uuid) AS known`,
      [company, each],
    );
    const steps = `jsonb_build_array(jsonb_build_object('from', (current_date - 300)::text, 'status',
        CASE WHEN n % 50 = 0 THEN 'nonCompliant' ELSE 'compliant' END),
      jsonb_build_object('from', (current_date + n % 200)::text, 'status', 'nonCompliant'))`;
    await client.query(
      `INSERT INTO training_statuses (company_id, personnel_id, version, steps)
       SELECT $1::uuid, md5($1::uuid::text || 'person' || n)::uuid, 1, ${steps} FROM generate_series(1, $2::int) AS n WHERE n % 10 > 0`,
      [company, each],
    );
  }
  await client.query(`INSERT INTO work_history_days
    SELECT d.* FROM personnel AS p, days_of_work_history(p.company_id, p.id) AS d ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO training_status_days
    SELECT d.* FROM training_statuses AS s, training_days(s.company_id, s.personnel_id, s.steps) AS d
    ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO training_status_days
    SELECT d.* FROM personnel AS p, training_days(p.company_id, p.id, '[]') AS d
    WHERE NOT EXISTS (SELECT FROM training_statuses WHERE company_id = p.company_id AND personnel_id = p.id)
    ON CONFLICT DO NOTHING`);
}

/** Users with so many assignments in all, each at one or two places, one in a hundred everywhere. */
async function invite(client, company, users, assignments) {
  await client.query(
    `INSERT INTO company_users (company_id, user_id, version, belongs, display_name, email, assignments)
     SELECT $1::uuid, md5($1::uuid::text || 'user' || n)::uuid, 1, true, 'User ' || md5(n::text), 'u' || n || '@example.com', (
       SELECT jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'roleId', gen_random_uuid(), 'roleName', 'manager',
         'isEventManager', (n + held) % 7 = 0, 'permissions', '["hazards.read"]'::jsonb,
         'orgStructureIds', CASE WHEN (n * 3 + held) % 100 = 0 THEN '[]'::jsonb ELSE
           jsonb_build_array(places[1 + (n * 31 + held * 977) % cardinality(places)],
             places[1 + (n * 17 + held * 131) % cardinality(places)]) END))
       FROM generate_series(1, $3::int) AS held)
     FROM generate_series(1, $2::int) AS n,
       (SELECT array_agg(id ORDER BY id) AS places FROM org_structures WHERE company_id = $1::uuid) AS known`,
    [company, users, Math.round(assignments / users)],
  );
}

/** Gives everybody in a company a birth date, a sex and an address, encrypted as the service does. */
export async function encryptMembers(client, company, environment) {
  const { KEY_ENCRYPTION_KEY: keys } = settingsSchema.parse(environment);
  const key = await newestKey(client, keys, company);
  const { rows } = await client.query('SELECT id FROM personnel WHERE company_id = $1', [company]);
  const ids = rows.map(({ id }) => id);
  const all = (member, value) =>
    ids.map((id) => encryptValue(key, { table: 'personnel', id, member }, value));
  const address = {
    line1: '1 Quay',
    line2: null,
    city: 'Cork',
    region: null,
    postalCode: null,
    countryCode: 'IE',
  };
  await client.query(
    `UPDATE personnel SET date_of_birth_sealed = new_birth, sex_sealed = new_sex, address_sealed = new_address
     FROM unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[]) AS given(of_id, new_birth, new_sex, new_address)
     WHERE company_id = $1 AND id = of_id`,
    [company, ids, all('dateOfBirth', '1980-04-05'), all('sex', 'female'), all('address', address)],
  );
}
