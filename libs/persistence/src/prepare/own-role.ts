import type pg from 'pg';
import { revokeFrom } from './grants.js';
import type { PreparationLog } from './waiting.js';

/**
 * A role that has its rights in the database of another service would have them in both, and the password of
 * this address in place of its own. One that has a right here, as in a database that was restored beside the
 * lost one, is this service's.
 *
 * @throws when the role may connect to another database, and has no right in this one
 */
export async function demandOwnRole(owner: pg.ClientBase, setting: string, username: string): Promise<void> {
  const { rows } = await owner.query<{ another: string; own: string }>(
    `SELECT another.datname AS another, own.datname AS own
     FROM pg_database AS another, aclexplode(datacl) JOIN pg_roles AS role ON role.oid = grantee,
       pg_database AS own
     WHERE rolname = $1 AND privilege_type = 'CONNECT' AND own.datname = current_database()
       AND NOT EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = role.oid
         AND (dbid = own.oid OR classid = 'pg_database'::regclass AND objid = own.oid))
     ORDER BY another.datname LIMIT 1`,
    [username],
  );
  if (!rows[0]) return;
  const { another, own } = rows[0];
  const [role, database] = [username, another].map((name) => owner.escapeIdentifier(name));
  throw new Error(
    `${setting} names ${username}, a role of the database ${another}: name another one for ${own}, or run REVOKE CONNECT ON DATABASE ${database} FROM ${role} where it is none of that database.`,
  );
}

/** Whether a row of `pg_roles` is a role that a preparation has made: it gives both time limits to each. */
export const isPreparedRoleSql =
  "(rolconfig::text LIKE '%statement_timeout=%' AND rolconfig::text LIKE '%transaction_timeout=%')";

/**
 * Roles of other databases that an earlier preparation let in here, since it was given their address. They
 * may delete rows, which no reader may, and have another database, unlike a role that this service had under
 * another name. One that a policy names was let in on purpose.
 */
const LET_IN_BY_MISTAKE = `
  SELECT DISTINCT ON (rolname) rolname AS role, elsewhere.datname AS database,
    EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND usesysid = role.oid) AS "isAtWork"
  FROM pg_roles AS role
    JOIN (SELECT datname, datdba, grantee FROM pg_database, aclexplode(datacl) WHERE privilege_type = 'CONNECT')
      AS elsewhere ON elsewhere.grantee = role.oid AND elsewhere.datname <> current_database()
  WHERE rolcanlogin AND NOT rolsuper AND rolname NOT IN ($1, current_user) AND role.oid <> elsewhere.datdba
    AND ${isPreparedRoleSql}
    AND EXISTS (SELECT FROM pg_database, aclexplode(datacl) AS acl
      WHERE datname = current_database() AND acl.grantee = role.oid AND privilege_type = 'CONNECT')
    AND EXISTS (SELECT FROM pg_class, aclexplode(relacl) AS acl
      WHERE relnamespace = 'public'::regnamespace AND acl.grantee = role.oid AND privilege_type = 'DELETE')
    AND NOT EXISTS (SELECT FROM pg_policy, pg_roles AS named
      WHERE named.oid = ANY (polroles) AND pg_has_role(role.oid, named.oid, 'MEMBER'))
  ORDER BY rolname, database`;

/**
 * Takes the rights here from roles of other databases. One with open connections keeps them until a later
 * preparation: pods of an earlier release may share it.
 */
export async function shutOut(owner: pg.ClientBase, username: string, log: PreparationLog): Promise<void> {
  const { rows } = await owner.query<{ role: string; database: string; isAtWork: boolean }>(
    LET_IN_BY_MISTAKE,
    [username],
  );
  for (const { role, database, isAtWork } of rows) {
    if (isAtWork) {
      log.warn(
        { role, database },
        'preparation: a role of another database works here, and keeps its rights',
      );
      continue;
    }
    log.warn({ role, database }, 'preparation: a role of another database has lost its rights here');
    await revokeFrom(owner, role);
  }
}
