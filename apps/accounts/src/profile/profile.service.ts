import { Injectable } from '@nestjs/common';
import type { SaveUserProfile, UserProfile } from '@safety/contracts';
import { type Caller, type Change, checkPrecondition, notFound, ProblemError } from '@safety/platform';
import { UserTransactions } from '../database/user-transactions.js';
import { DueOwnCompanies } from './due-own-companies.js';
import { OwnCompanies, type OwnTransaction } from './own-companies.js';

const columns = `id, version, email, given_name AS "givenName", family_name AS "familyName", locale,
  time_zone AS "timeZone", created_at AS "createdAt", modified_at AS "modifiedAt"`;

/** The profile of the caller, which is the same in all companies. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly transactions: UserTransactions,
    private readonly companies: OwnCompanies,
    private readonly due: DueOwnCompanies,
  ) {}

  get(caller: Caller): Promise<UserProfile> {
    return this.transactions.read(caller, (transaction) => read(transaction));
  }

  /**
   * Changes the profile, and the names by which each company knows the user. Throws 403 for a client of a
   * company: what it does counts there alone.
   */
  async change(caller: Caller, change: Change<SaveUserProfile>): Promise<UserProfile> {
    refuseCompanyClient(caller);
    const { userId } = caller;
    const transaction = await this.companies.enter(userId);
    const before = await read(transaction, ' FOR UPDATE');
    checkPrecondition(change.precondition, before.version);
    const { givenName, familyName, locale, timeZone } = change.of(before);
    const isRenamed = givenName !== before.givenName || familyName !== before.familyName;
    await transaction.client.query(
      'UPDATE users SET given_name = $2, family_name = $3, locale = $4, time_zone = $5 WHERE id = $1',
      [userId, givenName, familyName, locale, timeZone],
    );
    if (isRenamed) await this.due.checkRoom(transaction);
    await this.companies.publish(transaction, isRenamed ? { givenName, familyName } : {});
    return read(transaction);
  }
}

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

/** A client of a company changes nothing of a user that counts in other companies. Throws 403. */
export function refuseCompanyClient({ companyId }: Caller): void {
  if (companyId !== undefined)
    throw new ProblemError('company-context-forbidden', {
      detail: 'A client of a company does not change what other companies see of a user.',
    });
}
