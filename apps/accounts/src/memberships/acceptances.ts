import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute, MODIFIED_NOW } from '@safety/persistence';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { asUsers } from '../database/as-users.js';
import { acceptedSql } from './held-role.js';
import { UserMessages } from './user-messages.js';

/**
 * Invitations that users accept: by a first request in the company, or by the first password that the link of
 * the mail asks for, where no other company waits. Until then a company sees only what its administrator
 * entered, since it can invite any address; from then on it knows the user's own address, and whether the
 * user may sign in.
 */
@Injectable()
export class Acceptances {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly messages: UserMessages,
    private readonly writes: RecordedWrites,
  ) {}

  /** In a transaction of its own. Again changes nothing. */
  accept(companyId: string, userId: string): Promise<void> {
    return this.transactions.asSystem(companyId, () => this.acceptIn(companyId, userId));
  }

  /**
   * In the open transaction of the company.
   * @param acceptedAt when the user did; an invitation that was sent later, be it once more, stays open
   */
  async acceptIn(companyId: string, userId: string, acceptedAt?: string): Promise<void> {
    const transaction = this.transactions.current(companyId);
    const { client } = transaction;
    // The user is seen, so that the record locks the address, too: one that changes now reaches this company.
    const { rowCount } = await asUsers(transaction, [userId], () =>
      this.writes.of(transaction, { companyId, userIds: [userId] }, { userId }, () =>
        // around visible: the user accepts, which asks for no permission
        execute(
          client,
          `UPDATE company_users AS m SET accepted_at = now(), email = u.address, can_sign_in = u.enabled,
             version = m.version + 1, ${MODIFIED_NOW}
           FROM (SELECT id AS user_id, email AS address, disabled_at IS NULL AS enabled FROM users) AS u
           WHERE m.company_id = $1 AND m.id = $2 AND u.user_id = $2 AND m.archived_at IS NULL AND NOT ${acceptedSql}
             AND ($3::timestamptz IS NULL OR m.invited_at <= $3)`,
          [companyId, userId, acceptedAt],
        ),
      ),
    );
    if (rowCount !== 0) await this.messages.publishUsers(transaction, [userId]);
  }
}
