import { Injectable } from '@nestjs/common';
import { isId } from '@safety/contracts';
import { MODIFIED_NOW } from '@safety/persistence';
import { notFound } from '@safety/platform';
import { keepAdministrators, takeTurns } from '../administration/kept-administrator.js';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { UserMessages } from '../memberships/user-messages.js';
import { assignRoles, refuseTooMany } from './assign-roles.js';
import { checked, type HeldRoles, heldRolesSchema } from './fields.js';
import { byOperator, OperatorChanges } from './operator-changes.js';
import { type OperatorTransaction, OperatorTransactions } from './operator-transactions.js';
import { OperatorUserMessages } from './user-messages.js';
import { lockUser } from './users.js';

/** As the service archives an assignment: another one can have its external id. */
const ARCHIVED = `archived_at = now(), external_id = NULL, version = version + 1, ${MODIFIED_NOW}`;

/** Memberships of users in companies, for operators. A user is named by e-mail address or id. */
@Injectable()
export class OperatorMemberships {
  constructor(
    private readonly transactions: OperatorTransactions,
    private readonly messages: OperatorUserMessages,
    private readonly userMessages: UserMessages,
    private readonly changes: OperatorChanges,
    private readonly writes: RecordedWrites,
  ) {}

  /** Gives roles beside those that the user holds; who held none joins the company. Throws 404 and 422. */
  grant(user: string, input: HeldRoles): Promise<void> {
    return this.change(user, input, false);
  }

  /**
   * Makes these the only roles of the user in the company. Throws 404, 422, and 409 for the last
   * administrator.
   */
  replace(user: string, input: HeldRoles): Promise<void> {
    return this.change(user, input, true);
  }

  /**
   * Takes every role in the company away: the user no longer belongs to it. Throws 404, and 409 for the last
   * administrator.
   */
  async remove(user: string, company: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await takeTurns(transaction.client, [company]);
      const userId = await lockUser(transaction, user);
      const take = () =>
        // around visible: the operator works in all companies
        transaction.client.query(
          `UPDATE role_assignments SET ${ARCHIVED}
           WHERE company_id::text = $1 AND user_id = $2 AND archived_at IS NULL`,
          [company, userId],
        );
      if (!isId(company)) throw notFound('membership');
      const { client } = transaction;
      const rows = { userIds: [userId], companyIds: [company] };
      await this.writes.of(transaction, rows, byOperator, async () => {
        const { rowCount } = await keepAdministrators(client, [company], take);
        if (rowCount === 0) throw notFound('membership');
        await this.messages.publish(transaction, userId, { companyId: company });
        await this.withdrawApprover(transaction, userId, company);
      });
      await this.changes.record(transaction, { change: 'membership-removed', userId, companyId: company });
    });
  }

  /** Ends the seat of a default approver, as the service does for those who leave. */
  private async withdrawApprover(
    transaction: OperatorTransaction,
    userId: string,
    companyId: string,
  ): Promise<void> {
    // around visible: the operator works in all companies
    const { rowCount } = await transaction.client.query(
      `UPDATE companies SET default_approver_user_ids = array_remove(default_approver_user_ids, $2),
         version = version + 1, ${MODIFIED_NOW}
       WHERE id = $1 AND $2 = ANY (default_approver_user_ids)`,
      [companyId, userId],
    );
    if (rowCount !== 0) await this.userMessages.dropMembershipsOf(transaction, companyId);
  }

  private async change(user: string, input: HeldRoles, only: boolean): Promise<void> {
    const held = checked(heldRolesSchema, input);
    const { company: companyId, roles, places } = held;
    await this.transactions.run(async (transaction) => {
      await takeTurns(transaction.client, [companyId]);
      const userId = await lockUser(transaction, user);
      const { client } = transaction;
      const assign = async () => {
        const assigned = await assignRoles(transaction, userId, held);
        if (only)
          // around visible: the operator works in all companies
          await client.query(
            `UPDATE role_assignments SET ${ARCHIVED}
             WHERE company_id = $1 AND user_id = $2 AND id <> ALL ($3) AND archived_at IS NULL`,
            [companyId, userId, assigned],
          );
        await refuseTooMany(transaction, userId, companyId);
      };
      await this.writes.of(transaction, { userIds: [userId] }, byOperator, async () => {
        await keepAdministrators(client, [companyId], assign);
        await this.messages.publish(transaction, userId, { companyId, isInvited: true });
      });
      const details = { roles, places, how: only ? 'only' : 'added' };
      await this.changes.record(transaction, { change: 'roles-changed', userId, companyId, details });
    });
  }
}
