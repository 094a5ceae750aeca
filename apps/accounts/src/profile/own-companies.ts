import { Injectable } from '@nestjs/common';
import {
  type CompanyTransaction,
  CompanyTransactions,
  execute,
  MODIFIED_NOW,
  setLocal,
} from '@safety/persistence';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { acceptedSql } from '../memberships/held-role.js';
import { UserMessages } from '../memberships/user-messages.js';
import { DueOwnCompanies } from './due-own-companies.js';

/** So many companies learn of a change in its own transaction; more of them right after it. */
const COMPANIES_IN_REQUEST = 50;

/** A transaction of a user alone: the wall of a company stands around the user. */
export type OwnTransaction = CompanyTransaction & { userId: string };

/** The members of a user that each company knows, too; what is left out stays. */
export interface KnownToCompanies {
  email?: string;
  givenName?: string;
  familyName?: string;
}

/** Brings the changes that users make of themselves to each of their companies. */
@Injectable()
export class OwnCompanies {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly messages: UserMessages,
    private readonly writes: RecordedWrites,
    private readonly due: DueOwnCompanies,
  ) {}

  /** The open transaction of the user, who is seen in it from now on. */
  async enter(userId: string): Promise<OwnTransaction> {
    const transaction = { ...this.transactions.current(userId), userId };
    await transaction.client.query(setLocal({ 'app.user_id': userId }));
    return transaction;
  }

  /**
   * Publishes the user, and brings each company up to date, behind the wall of one after the other. Of a user
   * of very many companies, or of one some of whose companies wait for an earlier change, it notes them for
   * the job.
   */
  async publish(transaction: OwnTransaction, changed: KnownToCompanies): Promise<void> {
    const { client, userId } = transaction;
    await this.messages.publishUsers({ ...transaction, companyId: null }, [userId]);
    if (Object.keys(changed).length === 0) return;
    const { rows } = await client.query<{ companyId: string }>(
      `SELECT company_id AS "companyId" FROM company_users AS m
       WHERE id = $1 AND archived_at IS NULL AND ${acceptedSql} ORDER BY 1`,
      [userId],
    );
    const companyIds = rows.map(({ companyId }) => companyId);
    if (companyIds.length === 0) return;
    const areMany = companyIds.length > COMPANIES_IN_REQUEST;
    if (areMany || (await this.due.isAnyDue(transaction))) {
      await this.due.add(transaction, companyIds, changed);
      return;
    }
    for (const companyId of companyIds) await this.bring({ ...transaction, companyId }, changed);
    await client.query(setLocal({ 'app.company_id': userId }));
  }

  /**
   * Brings one company up to date, behind whose wall the transaction is from then on. One that the user has
   * joined since the change was made, where it was made before, knows a newer state already.
   */
  async bring(
    transaction: Pick<OwnTransaction, 'client' | 'afterCommit' | 'companyId' | 'userId'>,
    { email, givenName, familyName }: KnownToCompanies,
    madeAt: string | null = null,
  ): Promise<void> {
    const { client, companyId, userId } = transaction;
    await client.query(setLocal({ 'app.company_id': companyId }));
    await this.writes.of(transaction, { companyId, userIds: [userId] }, { userId }, () =>
      // around visible: users change their own rows in all companies; one that was left meanwhile stays
      execute(
        client,
        `UPDATE company_users AS m SET email = coalesce($3, email), given_name = coalesce($4, given_name),
           family_name = coalesce($5, family_name), version = m.version + 1, ${MODIFIED_NOW},
           modified_by_user_id = $2
         WHERE m.company_id = $1 AND m.id = $2 AND m.archived_at IS NULL AND ${acceptedSql}
           AND ($6::timestamptz IS NULL OR m.accepted_at IS NULL OR m.accepted_at <= $6)
           AND (m.email, m.given_name, m.family_name) IS DISTINCT FROM
           (coalesce($3, m.email), coalesce($4, m.given_name), coalesce($5, m.family_name))`,
        [companyId, userId, email, givenName, familyName, madeAt],
      ),
    );
  }
}
