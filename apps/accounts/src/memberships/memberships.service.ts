import { Injectable } from '@nestjs/common';
import { MembershipSource } from '@safety/auth-guard';
import type { Membership, Memberships } from '@safety/contracts';
import { execute } from '@safety/persistence';
import { type AskingUser, UserTransactions } from '../database/user-transactions.js';
import { Acceptances } from './acceptances.js';
import {
  acceptedSql,
  assignmentOf,
  clientAssignmentOf,
  type HeldRole,
  heldBySql,
  heldRolesSql,
} from './held-role.js';

type MembershipRow = Omit<Membership, 'assignments'> & { held: HeldRole[] };

/** `condition` narrows them. */
const membershipsSql = (caller: AskingUser, condition: string) => {
  const accepted = caller.isServiceClient ? 'true' : acceptedSql;
  return `
  SELECT c.id AS "companyId", c.time_zone AS "timeZone", c.require_if_match AS "requireIfMatch",
    c.risk_bands AS "riskBands", c.allow_self_approval AS "allowSelfApproval",
    c.default_approver_user_ids AS "defaultApproverUserIds", bool_and(${accepted}) AS accepted,
    coalesce(${heldRolesSql} FILTER (WHERE ${accepted}), '[]') AS held
  ${heldBySql(caller)} AND c.status = 'active'${condition} GROUP BY c.id ORDER BY c.id`;
};

@Injectable()
export class MembershipsService implements MembershipSource {
  constructor(
    private readonly transactions: UserTransactions,
    private readonly acceptances: Acceptances,
  ) {}

  /**
   * All companies that the caller may work in now with the token. Suspended companies are excluded, and a
   * disabled user or service client has none. An invitation gives no roles until it is accepted.
   */
  async of(user: AskingUser): Promise<Memberships> {
    return { userId: user.userId, companies: await this.read(user) };
  }

  /** Of the database, for each request: what an administrator may do ends with the commit that ends it. */
  async find(user: AskingUser, companyId: string): Promise<Membership | undefined> {
    const [found] = await this.read(user, companyId);
    return found;
  }

  async accept(user: AskingUser, companyId: string): Promise<Membership | undefined> {
    const found = await this.find(user, companyId);
    if (found?.accepted !== false) return found;
    await this.acceptances.accept(companyId, user.userId);
    // With the roles, by now.
    return this.find(user, companyId);
  }

  /** All of them, or the one in a company: users may belong to hundreds. */
  private async read(user: AskingUser, companyId?: string): Promise<Membership[]> {
    const [condition, values] = companyId === undefined ? ['', []] : [' AND c.id = $2', [companyId]];
    const rows = await this.transactions.read(user, async ({ client }) => {
      const result = await execute<MembershipRow>(client, membershipsSql(user, condition), [
        user.userId,
        ...values,
      ]);
      return result.rows;
    });
    const asAssignment = user.isServiceClient ? clientAssignmentOf : assignmentOf;
    return rows.map(({ held, ...company }) => ({ ...company, assignments: held.map(asAssignment) }));
  }
}
