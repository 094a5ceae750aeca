import { invalidField, notFound } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { MAX_HELD_ROLES, tooManyRoles } from '../role-assignments/held-roles-limit.js';
import type { OperatorTransaction } from './operator-transactions.js';

/**
 * Roles in a company, by their names there, and the places that they count at and below; none means
 * everywhere.
 */
export interface Roles {
  company: string;
  roles: string[];
  places: string[];
}

/**
 * Gives a user these roles in a company beside those already held; resolves with all that now stand for them.
 * A user who left the company comes back as a new one would. Throws 404 and 422.
 */
export async function assignRoles(
  transaction: OperatorTransaction,
  userId: string,
  { company, roles, places }: Roles,
): Promise<string[]> {
  const { client } = transaction;
  const roleIds = await roleIdsOf(transaction, company, roles);
  const sortedPlaces = places.toSorted();
  // around visible: the operator works in all companies
  await client.query(
    `INSERT INTO company_users AS m (company_id, id, version, email, given_name, family_name, invited_at)
     SELECT $1, id, 0, email, given_name, family_name, now() FROM users WHERE id = $2
     ON CONFLICT (company_id, id) DO UPDATE SET archived_at = NULL, archived_by_user_id = NULL, status = 'active',
       email = excluded.email, given_name = excluded.given_name, family_name = excluded.family_name,
       can_sign_in = excluded.can_sign_in, invited_at = excluded.invited_at, accepted_at = NULL,
       custom_fields = '{}'
     WHERE m.archived_at IS NOT NULL`,
    [company, userId],
  );
  // around visible: the operator works in all companies
  await client.query(
    `INSERT INTO role_assignments (company_id, id, user_id, role_id, org_structure_ids)
     SELECT $1, new.id, $2, new.role_id, $3 FROM unnest($4::uuid[], $5::uuid[]) AS new (id, role_id)
     WHERE NOT EXISTS (SELECT FROM role_assignments AS a WHERE ${SAME})`,
    [company, userId, sortedPlaces, roleIds.map(() => newId()), roleIds],
  );
  const { rows } = await client.query<{ id: string }>(
    `SELECT a.id FROM role_assignments AS a JOIN unnest($4::uuid[]) AS new (role_id) ON ${SAME}`,
    [company, userId, sortedPlaces, roleIds],
  );
  return rows.map(({ id }) => id);
}

/** Throws 422 when the user holds more roles in a company than anybody may. */
export async function refuseTooMany(
  { client }: OperatorTransaction,
  userId: string,
  company: string,
): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM role_assignments WHERE company_id = $1 AND user_id = $2 AND archived_at IS NULL
     LIMIT ${MAX_HELD_ROLES + 1}`,
    [company, userId],
  );
  if (rows.length > MAX_HELD_ROLES) throw tooManyRoles('/roles');
}

/** The same role at the same places. */
const SAME =
  'a.company_id = $1 AND a.user_id = $2 AND a.role_id = new.role_id AND a.archived_at IS NULL AND a.org_structure_ids @> $3 AND a.org_structure_ids <@ $3';

async function roleIdsOf(
  { client }: OperatorTransaction,
  company: string,
  names: string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT roles.id, roles.name FROM companies LEFT JOIN roles ON roles.company_id = companies.id AND NOT roles.archived WHERE companies.id = $1
     ORDER BY roles.name`,
    [company],
  );
  if (rows.length === 0) throw notFound('company');
  const ids = names.map((name) => rows.find((role) => role.name?.toLowerCase() === name.toLowerCase())?.id);
  const missing = ids.indexOf(undefined);
  if (missing !== -1)
    throw invalidField(
      `/roles/${missing}`,
      'not-found',
      `No role ${names[missing]} in this company, which has ${rows.map((role) => role.name).join(', ')}.`,
    );
  return [...new Set(ids)] as string[];
}
