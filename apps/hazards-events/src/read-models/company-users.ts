import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type CompanyUserState,
  covers,
  type FieldError,
  type Permission,
  type Reach,
  type RoleAssignment,
} from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest, type NamedRow, unknownRow } from '@safety/persistence';

/** A user of a company, with the roles held there. */
export interface KnownUser {
  userId: string;
  assignments: RoleAssignment[];
}

/** The roles of a user that grant all of these permissions, each alone. */
export const granting = (
  { assignments }: Pick<KnownUser, 'assignments'>,
  needed: readonly Permission[],
): RoleAssignment[] =>
  assignments.filter(({ permissions }) => needed.every((permission) => permissions.includes(permission)));

/** Whether roles grant all of these permissions together at an org structure. */
export const holdsThere = (
  user: Pick<KnownUser, 'assignments'>,
  needed: readonly Permission[],
  pathIds: readonly string[],
): boolean => granting(user, needed).some((assignment) => covers(reachOfAssignment(assignment), pathIds));

const reachOfAssignment = ({ orgStructureIds }: RoleAssignment): Reach =>
  orgStructureIds.length === 0 ? 'everywhere' : orgStructureIds;

/** The permissions of those who decide on records of one kind. */
export interface DecidingPermissions {
  /** Nobody decides on what they may not read. */
  read: Permission;
  /** An approver holds all of them in one role. */
  approver: readonly Permission[];
}

/** Whether a user may decide at each of the org structures whose paths are given. */
export const mayDecide = (
  user: Pick<KnownUser, 'assignments'>,
  { approver, read }: DecidingPermissions,
  paths: readonly (readonly string[])[],
): boolean =>
  paths.every((pathIds) => holdsThere(user, approver, pathIds) && holdsThere(user, [read], pathIds));

/** SQL of whether the user `u` holds permissions in one role, at the org structure of a path or at any. */
export const grantsSql = (needed: string, path?: string): string =>
  `EXISTS (SELECT FROM jsonb_array_elements(u.assignments) AS a WHERE a->'permissions' ?& ${needed}::text[]` +
  (path ? ` AND (a->'orgStructureIds' = '[]' OR a->'orgStructureIds' ?| ${path}))` : ')');

/** Each approver holds at least this, by which an index finds them all. */
const approvesSql = `u.assignments @> '[{"permissions": ["events.approve"]}]'`;

/** The users of a company, as accounts publishes them. */
@Injectable()
export class CompanyUsers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Those of some users who may approve, by their roles: who was invited and never came decides nothing. */
  async approving(companyId: string, userIds: readonly string[]): Promise<KnownUser[]> {
    return (await this.active(companyId, userIds)).filter(({ accepted }) => accepted);
  }

  /** The same, the caller by the roles of the request. A service client is no user, by its own id neither. */
  async approvingNow(company: CompanyContext, userIds: readonly string[]): Promise<KnownUser[]> {
    const { companyId, userId, isServiceClient } = company;
    const others = userIds.filter((id) => id !== userId);
    const isCallerAsked = others.length < userIds.length && !isServiceClient;
    return [...(await this.approving(companyId, others)), ...(isCallerAsked ? [company] : [])];
  }

  /** Those of some users who have not accepted their invitation yet. */
  async invited(companyId: string, userIds: readonly string[]): Promise<KnownUser[]> {
    return (await this.active(companyId, userIds)).filter(({ accepted }) => !accepted);
  }

  /** The active users among `userIds`. */
  private async active(
    companyId: string,
    userIds: readonly string[],
  ): Promise<(KnownUser & { accepted: boolean })[]> {
    const transaction = this.transactions.current(companyId);
    const text = `SELECT id AS "userId", assignments, accepted FROM company_users
      WHERE company_id = $1 AND belongs AND active AND id = ANY($2) ORDER BY id`;
    return (await transaction.read<KnownUser & { accepted: boolean }>(text, [companyId, userIds])).rows;
  }

  /**
   * Active users other than `except` who have accepted and may decide at each of the org structures whose
   * paths are given, up to `most`.
   */
  async deciding(
    companyId: string,
    { approver, read }: DecidingPermissions,
    paths: readonly (readonly string[])[],
    { except, most }: { except: readonly string[]; most: number },
  ): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const path = 'ARRAY(SELECT jsonb_array_elements_text(path))';
    const text = `SELECT u.id FROM company_users AS u
      WHERE u.company_id = $1 AND u.belongs AND u.active AND u.accepted AND ${approvesSql} AND u.id <> ALL($4)
        AND NOT EXISTS (SELECT FROM jsonb_array_elements($3::jsonb) AS path
          WHERE NOT (${grantsSql('$2', path)} AND ${grantsSql('$6', path)}))
      LIMIT $5`;
    const values = [companyId, approver, JSON.stringify(paths), except, most, [read]];
    return (await execute<{ id: string }>(client, text, values)).rows.map(({ id }) => id);
  }

  /**
   * The errors of the users that a body names. The caller needs no look-up, nor do those that the row names
   * already: `kept`. A service client is no user, by its own id neither.
   */
  async faults(
    { companyId, userId, isServiceClient }: CompanyContext,
    named: readonly NamedRow[],
    kept: ReadonlySet<string>,
  ): Promise<FieldError[]> {
    const isCaller = (id: string) => id === userId && !isServiceClient;
    const asked = named.filter(({ id }) => !kept.has(id) && !isCaller(id));
    if (asked.length === 0) return [];
    const users = await this.active(
      companyId,
      asked.map(({ id }) => id),
    );
    const ids = new Set(users.map(({ userId }) => userId));
    return asked.filter(({ id }) => !ids.has(id)).map(({ pointer }) => unknownRow(pointer, 'user'));
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, user: CompanyUserState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await keepNewest(client, 'company_users', ['company_id', 'id'], {
      company_id: companyId,
      id: user.userId,
      version: user.version,
      belongs: user.belongs,
      active: user.active,
      accepted: user.accepted,
      assignments: JSON.stringify(user.assignments),
    });
  }
}
