import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { userInvited } from '@safety/contracts';
import { MODIFIED_NOW } from '@safety/persistence';
import { acceptedSql } from '../memberships/held-role.js';
import { type PublishedMember, publishedMemberSql } from '../memberships/member-states.js';
import { UserMessages } from '../memberships/user-messages.js';
import type { OperatorTransaction } from './operator-transactions.js';

interface PublishOptions {
  companyId?: string | null;
  renamed?: boolean;
  isInvited?: boolean;
  again?: boolean;
}

/**
 * Brings what companies know of a user up to date, and publishes the user. `RecordedWrites` stands
 * around it and publishes the rows of companies.
 */
@Injectable()
export class OperatorUserMessages {
  constructor(
    private readonly messages: UserMessages,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Publishes the user, and writes the user of each company. `companyId` is one that the user may have left
   * or, with `isInvited`, joined. With `renamed` each company knows the user by the names and the address
   * that the user has now. A company whose invitation was not accepted learns nothing, but for a disabled
   * user: nobody will accept it, so it takes them too. A company of which nothing has changed keeps its
   * version of the user; `again` publishes it once more.
   */
  async publish(
    transaction: OperatorTransaction,
    userId: string,
    { companyId = null, renamed = false, isInvited = false, again = false }: PublishOptions = {},
  ): Promise<void> {
    // around visible: the operator works in all companies
    const { rows } = await transaction.client.query<Pick<PublishedMember, 'companyId'>>(
      `UPDATE company_users AS m SET version = m.version + 1, ${MODIFIED_NOW},
         can_sign_in = u.can_sign_in, email = u.email, given_name = u.given_name, family_name = u.family_name,
         archived_at = CASE WHEN NOT u.belongs THEN coalesce(m.archived_at, now()) END,
         external_id = CASE WHEN u.belongs THEN m.external_id END
       FROM (${knownSql}) AS u
       WHERE m.id = $1 AND m.company_id = u.company_id AND (m.company_id = $2 OR (
         m.archived_at IS NULL AND (${acceptedSql} OR $3 AND u.is_disabled)
         AND (m.can_sign_in, m.email, m.given_name, m.family_name)
           IS DISTINCT FROM (u.can_sign_in, u.email, u.given_name, u.family_name)))
       RETURNING m.company_id AS "companyId"`,
      [userId, companyId, renamed],
    );
    await this.messages.publishUsers(transaction, [userId]);
    if (again) await this.publishAgain(transaction, userId, rows);
    if (isInvited) await this.outbox.add(transaction, userInvited, { userId, companyId, send: false });
  }

  /** Publishes the user to the other companies as they know the user already. */
  private async publishAgain(
    transaction: OperatorTransaction,
    userId: string,
    published: readonly Pick<PublishedMember, 'companyId'>[],
  ): Promise<void> {
    const { rows } = await transaction.client.query<PublishedMember>(
      `SELECT ${publishedMemberSql} FROM company_users AS m
       WHERE m.id = $1 AND m.archived_at IS NULL AND m.company_id <> ALL ($2)`,
      [userId, published.map(({ companyId }) => companyId)],
    );
    await this.messages.publishMembersAgain(transaction, rows);
  }
}

/** SQL of the user `$1` as each company is to know them; `$3`: by the names and the address of now. */
const knownSql = `
  SELECT m.company_id,
    EXISTS (
      SELECT FROM role_assignments AS a
      WHERE a.company_id = m.company_id AND a.user_id = m.id AND a.archived_at IS NULL
    ) AS belongs,
    CASE WHEN ${acceptedSql} THEN users.disabled_at IS NULL ELSE m.can_sign_in END AS can_sign_in,
    users.disabled_at IS NOT NULL AS is_disabled,
    CASE WHEN $3 THEN users.email ELSE m.email END AS email,
    CASE WHEN $3 THEN users.given_name ELSE m.given_name END AS given_name,
    CASE WHEN $3 THEN users.family_name ELSE m.family_name END AS family_name
  FROM company_users AS m JOIN users ON users.id = m.id WHERE m.id = $1`;
