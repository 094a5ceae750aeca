import { createRole, demandOwnRole, grantToService, isPreparedRoleSql } from '@safety/persistence';
import type pg from 'pg';
import type { z } from 'zod';
import type { operatorSettingsSchema } from '../config.js';

/**
 * Creates the role of the command line, which may do what the service does, in all companies. Safe to repeat.
 * @throws when it is the role of the service, one of another database, or one that works as a service now
 */
export async function letOperatorIn(
  owner: pg.ClientBase,
  { DATABASE_URL, OPERATOR_DATABASE_URL }: z.output<typeof operatorSettingsSchema>,
): Promise<void> {
  const address = new URL(OPERATOR_DATABASE_URL);
  const service = decodeURIComponent(new URL(DATABASE_URL).username);
  const operator = decodeURIComponent(address.username);
  if (operator === service)
    throw new Error(
      `OPERATOR_DATABASE_URL names ${operator}, the role of the service: name another one, so that the service sees one company at a time.`,
    );
  await demandOwnRole(owner, 'OPERATOR_DATABASE_URL', operator);
  await demandIdle(owner, operator);
  await createRole(owner, address);
  await grantToService(owner, operator);
  await shutOthersOut(owner, { service, operator });
  const role = await allCompaniesRole(owner);
  await owner.query(
    `GRANT ${owner.escapeIdentifier(role)} TO ${owner.escapeIdentifier(operator)} WITH INHERIT TRUE`,
  );
}

async function allCompaniesRole(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ role: string }>('SELECT all_companies_role() AS role');
  return rows[0]?.role ?? '';
}

/** Where the two addresses are mixed up, the walls would fall for the service while it answers requests. */
async function demandIdle(owner: pg.ClientBase, operator: string): Promise<void> {
  const { rowCount } = await owner.query(
    `SELECT FROM pg_stat_activity JOIN pg_roles ON oid = usesysid
     WHERE datname = current_database() AND rolname = $1
       AND NOT pg_has_role(oid, all_companies_role(), 'MEMBER')`,
    [operator],
  );
  if (rowCount)
    throw new Error(
      `OPERATOR_DATABASE_URL names ${operator}, which has connections open as the role of one company at a time: name the role of the command line, or end them before it sees all companies.`,
    );
}

/**
 * Takes the membership from the role of the service, and from those that preparations let in before. A role
 * that somebody let in to read may not become the one that passes the walls (docs/operations/siem.md).
 *
 * @throws when the role of the service stays a member
 */
async function shutOthersOut(
  owner: pg.ClientBase,
  { service, operator }: { service: string; operator: string },
): Promise<void> {
  const role = await allCompaniesRole(owner);
  const { rows } = await owner.query<{ member: string; grantor: string }>(
    `SELECT member.rolname AS member, pg_get_userbyid(grantor) AS grantor
     FROM pg_auth_members JOIN pg_roles AS member ON member.oid = member
     WHERE roleid = (SELECT oid FROM pg_roles WHERE rolname = $1)
       AND pg_has_role(grantor, 'USAGE') AND member.rolname <> $3
       AND (member.rolname = $2 OR (set_option AND ${isPreparedRoleSql}))`,
    [role, service, operator],
  );
  const name = owner.escapeIdentifier.bind(owner);
  for (const { member, grantor } of rows)
    await owner.query(`REVOKE ${name(role)} FROM ${name(member)} GRANTED BY ${name(grantor)}`);
  const { rowCount } = await owner.query("SELECT WHERE pg_has_role($1::name, $2::name, 'MEMBER')", [
    service,
    role,
  ]);
  if (rowCount)
    throw new Error(
      `DATABASE_URL names ${service}, which sees the rows of all companies: let an administrator of the server take the membership of ${role} from it.`,
    );
}
