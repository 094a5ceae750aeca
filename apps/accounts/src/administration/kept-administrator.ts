import { type BuiltInRole, builtInRoles, companyPermissions, type Permission } from '@safety/contracts';
import { execute, type OpenTransaction } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { type HeldRole, permissionsOf } from '../memberships/held-role.js';

type Client = OpenTransaction['client'];

const isForAdministrators = (name: Permission): boolean =>
  (companyPermissions as readonly Permission[]).includes(name);

const builtInForAdministrators = (Object.keys(builtInRoles) as BuiltInRole[]).filter((name) =>
  builtInRoles[name].some(isForAdministrators),
);

/**
 * Those who change users, roles or assignments of a company take turns, administrators and operators alike:
 * each judges what the last one left. Take them before any row is locked.
 */
export async function takeTurns(client: Client, companyIds: readonly string[]): Promise<void> {
  // In one order, so that two operators never wait for each other.
  for (const companyId of companyIds.toSorted())
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `administration:${companyId}`,
    ]);
}

/**
 * Refuses work after which nobody administers one of the companies any more: 409. Their turns are taken. An
 * invitation that is open does not make up for an administrator who has come: nobody may ever follow it.
 */
export async function keepAdministrators<Result>(
  client: Client,
  companyIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const before = new Map<string, Administration>();
  for (const companyId of companyIds) before.set(companyId, await administrationOf(client, companyId));
  const result = await work();
  for (const [companyId, administration] of before)
    if ((await administrationOf(client, companyId)) < administration)
      throw new ProblemError('last-administrator', {
        detail: `Nobody else holds ${companyPermissions.join(', ')} in the whole company.`,
      });
  return result;
}

enum Administration {
  byNobody,
  byInvited,
  bySomebody,
}

async function administrationOf(client: Client, companyId: string): Promise<Administration> {
  const administrators = [...(await heldEverywhere(client, companyId)).values()].filter(({ permissions }) =>
    companyPermissions.every((name) => permissions.has(name)),
  );
  if (administrators.some(({ hasCome }) => hasCome)) return Administration.bySomebody;
  return administrators.length > 0 ? Administration.byInvited : Administration.byNobody;
}

interface Held {
  /** False for an invitation that is open. */
  hasCome: boolean;
  permissions: ReadonlySet<Permission>;
}

/** The roles for administrators that those who may sign in hold in the whole company at this moment. */
export async function heldEverywhere(client: Client, companyId: string): Promise<ReadonlyMap<string, Held>> {
  const { rows } = await execute<
    Pick<HeldRole, 'builtIn' | 'permissions'> & { userId: string; hasCome: boolean }
  >(
    client,
    // One table after the other: joined at once, PostgreSQL may walk all users for each assignment.
    `WITH administering AS MATERIALIZED (
       SELECT id, built_in, permissions FROM roles
       WHERE company_id = $1 AND (built_in = ANY ($2) OR permissions && $3)),
     held AS MATERIALIZED (
       SELECT user_id, role_id FROM role_assignments
       WHERE company_id = $1 AND role_id = ANY (ARRAY(SELECT id FROM administering))
         AND user_id IS NOT NULL AND archived_at IS NULL AND cardinality(org_structure_ids) = 0),
     members AS MATERIALIZED (
       SELECT m.id, m.invited_at IS NULL OR m.accepted_at IS NOT NULL AS has_come FROM company_users AS m
       WHERE m.company_id = $1 AND m.id = ANY (ARRAY(SELECT user_id FROM held))
         AND m.archived_at IS NULL AND m.status = 'active' AND m.can_sign_in
         -- Of invitations that wait, the row does not tell; only an operator sees the user.
         AND NOT EXISTS (SELECT FROM users AS u WHERE u.id = m.id AND u.disabled_at IS NOT NULL))
     SELECT m.id AS "userId", m.has_come AS "hasCome", r.built_in AS "builtIn", r.permissions
     FROM held JOIN members AS m ON m.id = held.user_id JOIN administering AS r ON r.id = held.role_id`,
    [companyId, builtInForAdministrators, companyPermissions],
  );
  const held = Map.groupBy(rows, ({ userId }) => userId);
  return new Map(
    [...held].map(([userId, roles]) => [
      userId,
      { hasCome: roles[0]?.hasCome ?? false, permissions: new Set(roles.flatMap(permissionsOf)) },
    ]),
  );
}
