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
  const turns = companyIds.toSorted().map((companyId) => `administration:${companyId}`);
  await client.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(turn, 0))
     FROM unnest($1::text[]) WITH ORDINALITY AS t (turn, place) ORDER BY place`,
    [turns],
  );
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
  const before = await administrationOf(client, companyIds);
  const result = await work();
  const after = await administrationOf(client, companyIds);
  if ([...before].some(([companyId, administration]) => (after.get(companyId) ?? 0) < administration))
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

/** A company that nobody administers may be left out. */
async function administrationOf(
  client: Client,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, Administration>> {
  const held = await heldEverywhere(client, companyIds);
  return new Map([...held].map(([companyId, users]) => [companyId, administrationBy([...users.values()])]));
}

function administrationBy(users: readonly Held[]): Administration {
  const administrators = users.filter(({ permissions }) =>
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

/**
 * The roles for administrators that those who may sign in hold in the whole of each company at this moment,
 * by user. With one statement for all companies.
 */
export async function heldEverywhere(
  client: Client,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Held>>> {
  const { rows } = await execute<HeldEverywhere>(client, HELD_EVERYWHERE, [
    companyIds,
    builtInForAdministrators,
    companyPermissions,
  ]);
  const companies = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map([...companies].map(([companyId, ofCompany]) => [companyId, byUser(ofCompany)]));
}

interface HeldEverywhere extends Pick<HeldRole, 'builtIn' | 'permissions'> {
  companyId: string;
  userId: string;
  hasCome: boolean;
}

function byUser(held: readonly HeldEverywhere[]): ReadonlyMap<string, Held> {
  const users = Map.groupBy(held, ({ userId }) => userId);
  return new Map(
    [...users].map(([userId, roles]) => [
      userId,
      { hasCome: roles[0]?.hasCome ?? false, permissions: new Set(roles.flatMap(permissionsOf)) },
    ]),
  );
}

/** One table after the other: joined at once, PostgreSQL may walk all users for each assignment. */
const HELD_EVERYWHERE = `
  SELECT c.id AS "companyId", h.* FROM unnest($1::uuid[]) AS c (id) CROSS JOIN LATERAL (
    WITH administering AS MATERIALIZED (
      SELECT id, built_in, permissions FROM roles
      WHERE company_id = c.id AND (built_in = ANY ($2) OR permissions && $3)),
    held AS MATERIALIZED (
      SELECT user_id, role_id FROM role_assignments
      WHERE company_id = c.id AND role_id = ANY (ARRAY(SELECT id FROM administering))
        AND user_id IS NOT NULL AND archived_at IS NULL AND cardinality(org_structure_ids) = 0),
    members AS MATERIALIZED (
      SELECT m.id, m.invited_at IS NULL OR m.accepted_at IS NOT NULL AS has_come FROM company_users AS m
      WHERE m.company_id = c.id AND m.id = ANY (ARRAY(SELECT user_id FROM held))
        AND m.archived_at IS NULL AND m.status = 'active' AND m.can_sign_in
        -- Of invitations that wait, the row does not tell; only an operator sees the user.
        AND NOT EXISTS (SELECT FROM users AS u WHERE u.id = m.id AND u.disabled_at IS NOT NULL))
    SELECT m.id AS "userId", m.has_come AS "hasCome", r.built_in AS "builtIn", r.permissions
    FROM held JOIN members AS m ON m.id = held.user_id JOIN administering AS r ON r.id = held.role_id) AS h`;
