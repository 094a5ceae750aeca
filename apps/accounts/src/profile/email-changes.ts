import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type ChangeEmail, type EmailConfirmed, emailChangeRequested } from '@safety/contracts';
import { violatedUnique } from '@safety/persistence';
import { type Caller, InjectLogger, type Logger, notFound } from '@safety/platform';
import { OwnCompanies, type OwnTransaction } from './own-companies.js';
import { refuseCompanyClient } from './profile.service.js';

/**
 * Another address to sign in with:
 * 1. the user asks here; every address is answered alike, and nothing is looked up
 * 2. identity sends a link to the new address and a warning to the present one (`email-change-requested.v1`)
 * 3. the owner of the new address opens the link and enters the password
 * 4. identity publishes it (`email-confirmed.v1`), and the address changes here
 * 5. identity and the companies learn of it as of every change of a user
 */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly companies: OwnCompanies,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Throws 403 for a client of a company, and 404. */
  async request(caller: Caller, { email }: ChangeEmail): Promise<ChangeEmail> {
    refuseCompanyClient(caller);
    const { userId } = caller;
    const transaction = await this.companies.enter(userId);
    const { rows } = await transaction.client.query<{ locale: string | null }>(
      'SELECT locale FROM users WHERE id = $1',
      [userId],
    );
    const [user] = rows;
    if (!user) throw notFound('user');
    const { locale } = user;
    await this.outbox.add({ ...transaction, companyId: null }, emailChangeRequested, {
      userId,
      email,
      locale,
    });
    return { email };
  }

  /** The address counts from now on. Again, or behind a later change, changes nothing. */
  async confirm({ userId, email }: EmailConfirmed, confirmedAt: string): Promise<void> {
    const transaction = await this.companies.enter(userId);
    if (await this.move(transaction, email, confirmedAt))
      await this.companies.publish(transaction, { email });
  }

  /**
   * False for a user who is disabled, behind a later change, and when somebody else has taken the address
   * meanwhile. Clocks of processes differ: none makes a confirmation count beyond now.
   */
  private async move(
    { client, userId }: OwnTransaction,
    email: string,
    confirmedAt: string,
  ): Promise<boolean> {
    await client.query('SAVEPOINT address');
    try {
      const { rowCount } = await client.query(
        `UPDATE users SET email = $2, email_changed_at = least($3, now()) WHERE id = $1 AND email <> $2
           AND disabled_at IS NULL AND (email_changed_at IS NULL OR email_changed_at < $3)`,
        [userId, email, confirmedAt],
      );
      if (rowCount === 0) this.logger.info('users: a confirmed address changes nothing any more');
      return rowCount === 1;
    } catch (error) {
      if (!violatedUnique(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT address');
      this.logger.info('users: a confirmed address was taken meanwhile');
      return false;
    }
  }
}
