import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { userInvited } from '@safety/contracts';
import { acceptedSql } from '../memberships/held-role.js';
import { type ToldMember, toldMemberSql, UserMessages } from '../memberships/user-messages.js';
import type { OperatorTransaction } from './operator-transactions.js';

interface Told {
  companyId?: string | null;
  renamed?: boolean;
  isInvited?: boolean;
  again?: boolean;
}

/** Brings what companies know of a user up to date, and tells the other services. */
@Injectable()
export class OperatorUserMessages {
  constructor(
    private readonly messages: UserMessages,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Publishes the whole user, to each company of the user too. `companyId` is one that the user may have left
   * or, with `isInvited`, joined. With `renamed` each company knows the user by the names and the address
   * that the user has now. A company whose invitation was not accepted learns nothing; `again` tells the
   * services of it once more.
   */
  async tell(
    transaction: OperatorTransaction,
    userId: string,
    { companyId = null, renamed = false, isInvited = false, again = false }: Told = {},
  ): Promise<void> {
    // around visible: the operator works in all companies
    const { rows } = await transaction.client.query<ToldMember>(
      `UPDATE company_users AS m SET version = m.version + 1, modified_at = now(),
         can_sign_in = CASE WHEN ${acceptedSql} THEN u.disabled_at IS NULL ELSE m.can_sign_in END,
         email = CASE WHEN $3 THEN u.email ELSE m.email END,
         given_name = CASE WHEN $3 THEN u.given_name ELSE m.given_name END,
         family_name = CASE WHEN $3 THEN u.family_name ELSE m.family_name END,
         archived_at = CASE WHEN NOT EXISTS (
           SELECT FROM role_assignments AS a
           WHERE a.company_id = m.company_id AND a.user_id = m.id AND a.archived_at IS NULL
         ) THEN coalesce(m.archived_at, now()) END
       FROM (SELECT id AS user_id, email, given_name, family_name, disabled_at FROM users) AS u
       WHERE m.id = $1 AND u.user_id = $1 AND (m.archived_at IS NULL OR m.company_id = $2)
         AND ($4 OR ${acceptedSql} OR m.company_id = $2)
       RETURNING ${toldMemberSql}`,
      [userId, companyId, renamed, again],
    );
    await this.messages.tellUsers(transaction, [userId]);
    await this.messages.tellCompany(transaction, rows);
    if (isInvited) await this.outbox.add(transaction, userInvited, { userId, companyId, send: false });
  }
}
