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

const membershipsSql = (caller: AskingUser) => `
  SELECT c.id AS "companyId", c.time_zone AS "timeZone", c.require_if_match AS "requireIfMatch",
    c.risk_bands AS "riskBands", c.allow_self_approval AS "allowSelfApproval",
    c.default_approver_user_ids AS "defaultApproverUserIds", ${heldRolesSql} AS held,
    ${caller.isServiceClient ? 'true' : `bool_and(${acceptedSql})`} AS accepted
  ${heldBySql(caller)} AND c.status = 'active' GROUP BY c.id ORDER BY c.id`;

@Injectable()
export class MembershipsService implements MembershipSource {
  constructor(
    private readonly transactions: UserTransactions,
    private readonly acceptances: Acceptances,
  ) {}

  /**
   * All companies that the caller may work in now with the token. Suspended companies are excluded, and a
   * disabled user or service client has none.
   */
  async of(user: AskingUser): Promise<Memberships> {
    const { userId } = user;
    const rows = await this.transactions.read(user, async ({ client }) => {
      const result = await execute<MembershipRow>(client, membershipsSql(user), [userId]);
      return result.rows;
    });
    const asAssignment = user.isServiceClient ? clientAssignmentOf : assignmentOf;
    const companies = rows.map(({ held, ...company }) => ({
      ...company,
      assignments: held.map(asAssignment),
    }));
    return { userId, companies };
  }

  /**
   * Of the database, for each request: what an administrator may do ends with the commit that ends it. The
   * first request in a company accepts its invitation.
   */
  async find(user: AskingUser, companyId: string): Promise<Membership | undefined> {
    const { companies } = await this.of(user);
    const found = companies.find((membership) => membership.companyId === companyId);
    if (found?.accepted === false) await this.acceptances.accept(companyId, user.userId);
    return found;
  }
}
