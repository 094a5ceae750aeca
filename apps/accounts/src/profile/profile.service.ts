import { Injectable } from '@nestjs/common';
import type { SaveUserProfile, UserProfile } from '@safety/contracts';
import { type CompanyTransaction, CompanyTransactions } from '@safety/persistence';
import { type Caller, type Change, checkPrecondition, notFound, ProblemError } from '@safety/platform';
import { UserTransactions } from '../database/user-transactions.js';
import { type ToldMember, toldMemberSql, UserMessages } from '../memberships/user-messages.js';

const columns = `id, version, email, given_name AS "givenName", family_name AS "familyName", locale,
  time_zone AS "timeZone", created_at AS "createdAt", modified_at AS "modifiedAt"`;

/** The profile of the caller, which is the same in all companies. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly transactions: UserTransactions,
    private readonly ownTransactions: CompanyTransactions,
    private readonly messages: UserMessages,
  ) {}

  get(caller: Caller): Promise<UserProfile> {
    return this.transactions.read(caller, (transaction) => read(transaction));
  }

  /**
   * Changes the profile, and the names by which each company knows the user. Throws 403 for a client of a
   * company: what it does counts there alone.
   */
  async change(caller: Caller, change: Change<SaveUserProfile>): Promise<UserProfile> {
    if (caller.companyId !== undefined)
      throw new ProblemError('company-context-forbidden', {
        detail: 'A client of a company does not change what other companies see of a user.',
      });
    const { userId } = caller;
    const transaction = { ...this.ownTransactions.current(userId), userId };
    const { client } = transaction;
    await client.query("SELECT set_config('app.user_id', $1, true)", [userId]);
    const before = await read(transaction, ' FOR UPDATE');
    checkPrecondition(change.precondition, before.version);
    const { givenName, familyName, locale, timeZone } = change.of(before);
    await client.query(
      'UPDATE users SET given_name = $2, family_name = $3, locale = $4, time_zone = $5 WHERE id = $1',
      [userId, givenName, familyName, locale, timeZone],
    );
    await this.messages.tellUsers({ ...transaction, companyId: null }, [userId]);
    if (givenName !== before.givenName || familyName !== before.familyName)
      await this.rename(transaction, givenName, familyName);
    return read(transaction);
  }

  /** Behind the wall of one company after the other. */
  private async rename(transaction: OwnTransaction, givenName: string, familyName: string): Promise<void> {
    const { client, userId } = transaction;
    const { rows } = await client.query<{ companyId: string }>(
      'SELECT company_id AS "companyId" FROM company_users WHERE id = $1 AND archived_at IS NULL ORDER BY 1',
      [userId],
    );
    for (const { companyId } of rows) {
      await client.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
      // around visible: users change their own rows in all companies
      const renamed = await client.query<ToldMember>(
        `UPDATE company_users AS m SET given_name = $3, family_name = $4, version = m.version + 1, modified_at = now(),
           modified_by_user_id = $2
         WHERE m.company_id = $1 AND m.id = $2 RETURNING ${toldMemberSql}`,
        [companyId, userId, givenName, familyName],
      );
      await this.messages.tellCompany({ ...transaction, companyId }, renamed.rows);
    }
    await client.query("SELECT set_config('app.company_id', $1, true)", [userId]);
  }
}

type OwnTransaction = CompanyTransaction & { userId: string };

async function read(
  { client, userId }: Pick<OwnTransaction, 'client' | 'userId'>,
  lock = '',
): Promise<UserProfile> {
  const { rows } = await client.query<UserProfile>(`SELECT ${columns} FROM users WHERE id = $1${lock}`, [
    userId,
  ]);
  const [user] = rows;
  if (!user) throw notFound('user');
  return user;
}
