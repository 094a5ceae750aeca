import { Injectable } from '@nestjs/common';
import { Outbox, type OutboxTransaction } from '@safety/bus/outbox';
import {
  type CompanyUserState,
  companyUserChanged,
  managesClients,
  managesServiceClients,
  membershipsChanged,
  type UserState,
  userChanged,
} from '@safety/contracts';
import {
  assignedRolesSql,
  assignmentOf,
  type HeldRole,
  heldRolesSql,
  makesEventManager,
  permissionsOf,
} from './held-role.js';

type UserRow = Omit<UserState, 'roles'>;

/** A user as a company knows them, as far as other services are told. */
export interface ToldMember {
  companyId: string;
  id: string;
  version: number;
  displayName: string;
  email: string;
  status: 'active' | 'disabled';
  canSignIn: boolean;
  archived: boolean;
}

/** The roles of a user in one company. */
interface Held {
  companyId: string;
  counts: boolean;
  held: HeldRole[];
}

/** SQL of the columns of `ToldMember` in `company_users AS m`. */
export const toldMemberSql = `m.company_id AS "companyId", m.id, m.version, m.display_name AS "displayName", m.email,
  m.status, m.can_sign_in AS "canSignIn", m.archived`;

/**
 * Tells the other services of a user who has changed. The transaction sees all of the user: it is that of an
 * operator, or `app.user_id` names the user.
 */
@Injectable()
export class UserMessages {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Gives the user the next version, and publishes the whole state with the `role` claim. Every process drops
   * the memberships it has cached.
   */
  async tellUser(transaction: OutboxTransaction, userId: string): Promise<void> {
    const { client } = transaction;
    const { rows } = await client.query<UserRow>(
      `UPDATE users SET version = version + 1, modified_at = now() WHERE id = $1
       RETURNING id, version, email, given_name AS "givenName", family_name AS "familyName", disabled_at IS NOT NULL AS disabled`,
      [userId],
    );
    const [user] = rows;
    if (!user) throw new Error('The transaction does not see the user');
    const companies = await this.heldBy(transaction, userId);
    const roles = companies.filter(({ counts }) => counts).flatMap(rolesOf);
    const ofNoCompany = { ...transaction, companyId: null };
    await this.outbox.add(ofNoCompany, userChanged, { ...user, roles });
    await this.outbox.add(ofNoCompany, membershipsChanged, { userIds: [userId] });
  }

  /** Tells a company of its users. */
  async tellCompany(transaction: OutboxTransaction, members: readonly ToldMember[]): Promise<void> {
    for (const member of members)
      await this.outbox.add(
        { ...transaction, companyId: member.companyId },
        companyUserChanged,
        await this.stateOf(transaction, member),
      );
  }

  /** A user in a company, as services keep it. */
  async stateOf(
    { client }: Pick<OutboxTransaction, 'client'>,
    { companyId, id, version, displayName, email, ...member }: ToldMember,
  ): Promise<CompanyUserState> {
    const { rows } = await client.query<{ held: HeldRole[] | null }>(
      `SELECT ${heldRolesSql} AS held ${assignedRolesSql} WHERE a.company_id = $1 AND a.user_id = $2`,
      [companyId, id],
    );
    const held = member.archived ? [] : (rows[0]?.held ?? []);
    return {
      userId: id,
      version,
      belongs: held.length > 0,
      displayName,
      email,
      active: member.canSignIn && member.status === 'active',
      assignments: held.map(assignmentOf),
    };
  }

  private async heldBy({ client }: OutboxTransaction, userId: string): Promise<Held[]> {
    const { rows } = await client.query<Held>(
      `SELECT c.id AS "companyId", bool_and(m.status = 'active') AS counts, ${heldRolesSql} AS held
       ${assignedRolesSql} WHERE a.user_id = $1 GROUP BY c.id ORDER BY c.id`,
      [userId],
    );
    return rows;
  }
}

/** In the order of the `role` claim. */
const rolesOf = ({ companyId, held }: Held): UserState['roles'] =>
  held.map((role) => ({
    id: role.assignmentId,
    cid: companyId,
    rid: role.roleId,
    evm: makesEventManager(role),
    managesClients: managesClients(permissionsOf(role), role.orgStructureIds),
    managesServiceClients: managesServiceClients(permissionsOf(role), role.orgStructureIds),
  }));
