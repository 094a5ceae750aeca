// Companies with members, and a user of many companies, written by SQL as an operator writes.
import { demoUsers } from '@safety/demo-data';

const idOf = (address) => demoUsers.find(({ email }) => email === address)?.id;
export const administrator = { id: idOf('admin@demo.example'), email: 'admin@demo.example' };
export const ofMany = { id: idOf('both@demo.example'), email: 'both@demo.example' };

/** The role that every member holds. */
export const MEMBERS_MAY = ['training.read', 'hazards.read', 'orgstructures.read'];

/**
 * So many companies with so many members each, whom identity knows too; the administrator of the demo
 * administers all of them. Resolves with the ids of each company and of its role for members.
 */
export async function seedCompanies(accounts, identity, { companies, members }) {
  const { rows } = await accounts.query(
    `INSERT INTO companies (id, name, country_code, time_zone, default_locale)
     SELECT gen_random_uuid(), 'Bench ' || n, 'IE', 'Europe/Dublin', 'en' FROM generate_series(1, $1::int) AS n
     RETURNING id`,
    [companies],
  );
  const seeded = [];
  for (const { id } of rows) seeded.push({ id, roleId: await seedCompany(accounts, id, members) });
  const ids = rows.map(({ id }) => id);
  const states = await accounts.query(
    `SELECT u.id, u.version, u.email, u.given_name, u.family_name, false AS disabled, json_agg(json_build_object(
       'id', a.id, 'cid', a.company_id, 'rid', a.role_id, 'evm', false, 'accepted', true)) AS roles
     FROM users AS u JOIN role_assignments AS a ON a.user_id = u.id AND a.archived_at IS NULL
     WHERE a.company_id = ANY ($1) AND u.id <> $2 GROUP BY u.id`,
    [ids, administrator.id],
  );
  await identity.query(
    `INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
     SELECT id, version, email, given_name, family_name, disabled, roles FROM jsonb_to_recordset($1::jsonb)
       AS u (id uuid, version integer, email text, given_name text, family_name text, disabled boolean, roles jsonb)`,
    [JSON.stringify(states.rows)],
  );
  for (const owner of [accounts, identity]) await owner.query('VACUUM ANALYZE');
  return seeded;
}

async function seedCompany(accounts, companyId, members) {
  const { rows } = await accounts.query(
    `INSERT INTO roles (company_id, id, name, built_in, permissions) VALUES
       ($1, gen_random_uuid(), 'admin', 'admin', NULL), ($1, gen_random_uuid(), 'Member', NULL, $2)
     RETURNING id, name`,
    [companyId, MEMBERS_MAY],
  );
  const [admin, member] = ['admin', 'Member'].map((name) => rows.find((role) => role.name === name).id);
  await accounts.query(
    `WITH added AS (
       INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'm' || n || '@' || $1::uuid, 'Mo', 'Member ' || n
       FROM generate_series(1, $2::int) AS n RETURNING id, email, given_name, family_name),
     known AS (
       SELECT id, email, given_name, family_name, $3::uuid AS role FROM added
       UNION ALL SELECT id, email, given_name, family_name, $4::uuid FROM users WHERE id = $5),
     belonging AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT $1::uuid, id, email, given_name, family_name FROM known)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT $1::uuid, gen_random_uuid(), id, role FROM known`,
    [companyId, members, member, admin, administrator.id],
  );
  return member;
}

/** Makes a user belong to so many companies more, with one role in each; identity knows them too. */
export async function joinMany(accounts, identity, userId, count) {
  const { rows } = await accounts.query(
    `WITH added AS (
       INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       SELECT gen_random_uuid(), 'One of many ' || n, 'IE', 'Europe/Dublin', 'en'
       FROM generate_series(1, $2::int) AS n RETURNING id),
     roles AS (
       INSERT INTO roles (company_id, id, name, built_in) SELECT id, gen_random_uuid(), 'employee', 'employee'
       FROM added RETURNING company_id, id),
     belonging AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       SELECT added.id, users.id, email, given_name, family_name FROM added, users WHERE users.id = $1)
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT company_id, gen_random_uuid(), $1, id FROM roles RETURNING id, company_id AS cid, role_id AS rid`,
    [userId, count],
  );
  await accounts.query('ANALYZE');
  const roles = rows.map((role) => ({ ...role, evm: false, accepted: true }));
  await identity.query('UPDATE users SET roles = roles || $2::jsonb WHERE id = $1', [
    userId,
    JSON.stringify(roles),
  ]);
}

/** So many changes in the record of a company. */
export async function seedChanges(accounts, companyId, count) {
  await accounts.query("SELECT set_config('app.company_id', $1, false)", [companyId]);
  await accounts.query(
    `INSERT INTO changes (company_id, resource, id, version, operation, members, actor_user_id, client_id, changed_at)
     SELECT $1, 'company_users', gen_random_uuid(), n, 'changed',
       '[{"member": "givenName", "from": "Una", "to": "Ursula", "redacted": false}]', $2, 'demo-web',
       now() - make_interval(secs => n % 3000)
     FROM generate_series(1, $3::int) AS n`,
    [companyId, administrator.id, count],
  );
  await accounts.query('ANALYZE changes');
}
