import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { invitationAccepted } from '@safety/contracts';
import { Database, type Transaction } from '../../storage/database/database.js';

/**
 * Companies that wait for a user they have invited. The first sign-in accepts, whether the user is new or
 * signs in every day: a company must not learn whether an address was known before.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** A company waits for the user from now on. */
  async add({ client }: Transaction, userId: string, companyId: string): Promise<void> {
    await client.query(
      'INSERT INTO pending_invitations (user_id, company_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [userId, companyId],
    );
  }

  /** Tells each company that waits. */
  async accept(userId: string): Promise<void> {
    const waiting = await this.database.rows('SELECT FROM pending_invitations WHERE user_id = $1 LIMIT 1', [
      userId,
    ]);
    if (waiting.length > 0)
      await this.database.transaction((transaction) => this.acceptIn(transaction, userId));
  }

  async acceptIn(transaction: Transaction, userId: string): Promise<void> {
    const { rows } = await transaction.client.query<{ companyId: string }>(
      'DELETE FROM pending_invitations WHERE user_id = $1 RETURNING company_id AS "companyId"',
      [userId],
    );
    for (const { companyId } of rows)
      await this.outbox.add({ ...transaction, companyId }, invitationAccepted, { userId });
  }
}
