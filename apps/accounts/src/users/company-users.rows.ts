import { Injectable } from '@nestjs/common';
import { type CompanyContext, companyUserChanged } from '@safety/contracts';
import { CompanyRows, CompanyTransactions, execute, messageOf, RowsSource } from '@safety/persistence';
import { type ToldMember, toldMemberSql, UserMessages } from '../memberships/user-messages.js';
import { CompanyUser } from './company-user.entity.js';

@Injectable()
export class CompanyUserRows extends CompanyRows<CompanyUser> {
  constructor(
    source: RowsSource,
    transactions: CompanyTransactions,
    private readonly messages: UserMessages,
  ) {
    super(source, CompanyUser, {
      what: 'user',
      visible: 'to everyone',
      defaultSort: { key: 'displayName', descending: false },
      search: ['displayName', 'email'],
      message: messageOf(companyUserChanged, (user) =>
        messages.stateOf(transactions.current(user.companyId), user),
      ),
      unique: { company_users_pkey: { properties: ['email'] } },
    });
  }

  /** A user who left the company comes back as a new one would. */
  async rejoin(
    company: CompanyContext,
    id: string,
    values: Pick<CompanyUser, 'email' | 'givenName' | 'familyName' | 'canSignIn' | 'invitedAt'>,
  ): Promise<CompanyUser> {
    const row = await this.lock(company, id);
    const fresh = { status: 'active' as const, acceptedAt: null, archivedAt: null, archivedByUserId: null };
    const back = { ...values, ...fresh };
    return this.update(company, row, back, 'restored');
  }

  /** Tells of users whose roles have changed; the version says so. */
  async touch(company: CompanyContext, ids: readonly string[]): Promise<void> {
    const transaction = this.transaction(company);
    // around visible: the roles of these users have changed, which was authorised
    const { rows } = await execute<ToldMember>(
      transaction.client,
      `UPDATE company_users AS m SET version = m.version + 1, modified_at = now(), modified_by_user_id = $3
       WHERE m.company_id = $1 AND m.id = ANY ($2) AND m.archived_at IS NULL RETURNING ${toldMemberSql}`,
      [company.companyId, ids, company.userId],
    );
    if (rows.length > 0)
      transaction.beforeCommit.set(`company_users touched ${rows.length}`, () =>
        this.messages.tellCompany(transaction, rows),
      );
  }
}
