import { Injectable } from '@nestjs/common';
import { Outbox, type OutboxTransaction } from '@safety/bus/outbox';
import {
  type CompanyUserState,
  companyUserChanged,
  membershipsChanged,
  type UserState,
  userChanged,
} from '@safety/contracts';
import { execute, MODIFIED_NOW } from '@safety/persistence';
import { asUsers } from '../database/as-users.js';
import { acceptedSql, assignedRolesSql, claimOf, type HeldRole, heldRolesSql } from './held-role.js';
import { afterPublishing, keepPublished, type PublishedCompanies, rejoined } from './left-companies.js';
import { type PublishedMember, statesIn } from './member-states.js';

/** A message that names more users than this is published in parts. */
const USERS_IN_ONE_MESSAGE = 1_000;
/** So many users are published with the same few statements: the walls compare each row with each of them. */
export const USERS_AT_ONCE = 10;
/** So many, where the wall is that of one company. */
const MEMBERS_AT_ONCE = 50;

type UserRow = Omit<UserState, 'roles' | 'left'> & PublishedCompanies;

/** A company that a user has left. */
type LeftCompany = Pick<Held, 'companyId'>;

/** The roles of a user in one company. */
interface Held {
  userId: string;
  companyId: string;
  counts: boolean;
  accepted: boolean;
  held: HeldRole[];
}

/**
 * Publishes users who have changed.
 */
@Injectable()
export class UserMessages {
  constructor(private readonly outbox: Outbox) {}

  /** Publishes users of whom a transaction is about, in that transaction. */
  async publishUsers(transaction: OutboxTransaction, userIds: readonly string[]): Promise<void> {
    await this.dropMemberships(transaction, userIds);
    await this.publishClaims(transaction, userIds);
  }

  /** Makes every process ask again for what these users and service clients may do. */
  async dropMemberships(transaction: OutboxTransaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const messages = chunksOf(ids, USERS_IN_ONE_MESSAGE).map((userIds) => ({ userIds }));
    await this.outbox.addAll({ ...transaction, companyId: null }, membershipsChanged, messages);
  }

  /** Makes every process ask again for the memberships of all users and service clients of a company. */
  async dropMembershipsOf(transaction: OutboxTransaction, companyId: string): Promise<void> {
    const { rows } = await execute<{ id: string }>(
      transaction.client,
      `SELECT id FROM company_users WHERE company_id = $1 AND archived_at IS NULL
       UNION ALL SELECT id FROM service_clients WHERE company_id = $1 AND archived_at IS NULL`,
      [companyId],
    );
    await this.dropMemberships(
      transaction,
      rows.map(({ id }) => id),
    );
  }

  /**
   * Gives each user the next version, and publishes the whole state with the `role` claim. The transaction
   * sees all of the users only meanwhile.
   * @param left companies that users left since they were last published, and may be in again
   */
  async publishClaims(
    transaction: OutboxTransaction,
    userIds: readonly string[],
    left: ReadonlyMap<string, readonly LeftCompany[]> = new Map(),
  ): Promise<void> {
    // In one order, since two companies may change the same users at the same moment.
    for (const ids of chunksOf([...new Set(userIds)].sort(), USERS_AT_ONCE))
      await asUsers(transaction, ids, async () => {
        const states = await this.claimsOf(transaction, ids, left);
        await this.outbox.addAll({ ...transaction, companyId: null }, userChanged, states);
      });
  }

  /** Locks users in the order in which each publishing does, for several in one transaction. */
  async lock(transaction: OutboxTransaction, userIds: readonly string[]): Promise<void> {
    const text = 'SELECT FROM users WHERE id = ANY ($1) ORDER BY id FOR UPDATE';
    await asUsers(transaction, userIds, () => execute(transaction.client, text, [userIds]));
  }

  /** Publishes again, for their companies, users who have not changed. */
  async publishMembersAgain(
    transaction: OutboxTransaction,
    members: readonly PublishedMember[],
  ): Promise<void> {
    if (members.length === 0) return;
    const states = await statesIn(transaction.client, members);
    await this.outbox.addEach(transaction, companyUserChanged, states, true);
  }

  /** A user in a company, as services keep it. */
  async stateOf(
    transaction: Pick<OutboxTransaction, 'client'>,
    member: PublishedMember,
  ): Promise<CompanyUserState> {
    const [state] = await this.statesOf(transaction, [member]);
    if (!state) throw new Error('A user has no state');
    return state;
  }

  /** Users as their companies know them, in their order. */
  async statesOf(
    { client }: Pick<OutboxTransaction, 'client'>,
    members: readonly PublishedMember[],
  ): Promise<CompanyUserState[]> {
    const states: CompanyUserState[] = [];
    for (const some of chunksOf(members, MEMBERS_AT_ONCE))
      states.push(...(await statesIn(client, some)).map(({ payload }) => payload));
    return states;
  }

  private async claimsOf(
    { client }: OutboxTransaction,
    userIds: readonly string[],
    left: ReadonlyMap<string, readonly LeftCompany[]>,
  ): Promise<UserState[]> {
    const users = await execute<UserRow>(
      client,
      `UPDATE users SET version = version + 1, ${MODIFIED_NOW}
       FROM (SELECT id AS locked FROM users WHERE id = ANY ($1) ORDER BY id FOR UPDATE) AS in_order
       WHERE id = locked
       RETURNING id, version, email, given_name AS "givenName", family_name AS "familyName",
         disabled_at IS NOT NULL AS disabled, locale, time_zone AS "timeZone", last_disabled_version AS "lastDisabledVersion",
         told_company_ids AS "publishedCompanyIds", left_versions AS "leftVersions"`,
      [userIds],
    );
    if (users.rows.length !== userIds.length) throw new Error('The transaction does not see the users');
    const { rows } = await execute<Held>(
      client,
      `SELECT a.user_id AS "userId", c.id AS "companyId", bool_and(m.status = 'active') AS counts,
         bool_and(${acceptedSql}) AS accepted,
         ${heldRolesSql} AS held
       ${assignedRolesSql} WHERE a.user_id = ANY ($1) GROUP BY a.user_id, c.id ORDER BY c.id`,
      [userIds],
    );
    const held = Map.groupBy(
      rows.filter(({ counts }) => counts),
      ({ userId }) => userId,
    );
    const published = users.rows.map((user) => {
      const companies = held.get(user.id) ?? [];
      const companyIds = companies.map(({ companyId }) => companyId);
      const leftIds = (left.get(user.id) ?? []).map(({ companyId }) => companyId);
      return { user, companies, after: afterPublishing(user, user.version, companyIds, leftIds) };
    });
    await keepPublished(client, published);
    return published.map(({ user: { publishedCompanyIds, leftVersions, ...user }, companies, after }) => ({
      ...user,
      roles: companies.flatMap(rolesOf),
      left: rejoined(after),
    }));
  }
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** In the order of the `role` claim. */
const rolesOf = ({ companyId, accepted, held }: Held): UserState['roles'] =>
  held.map((role) => ({
    id: role.assignmentId,
    cid: companyId,
    rid: role.roleId,
    accepted,
    ...claimOf(role, role.orgStructureIds),
  }));
