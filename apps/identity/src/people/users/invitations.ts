import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { invitationAccepted, type UserState } from '@safety/contracts';
import type { Transaction } from '../../storage/database/database.js';

/** The company that waits for the user; of several any, and null without one. */
export const invitingCompany = (roles: UserState['roles']): string | null =>
  roles.find(({ accepted }) => !accepted)?.cid ?? null;

/**
 * Companies that wait for a user they have invited, who has no password yet: the first one accepts,
 * unless several wait. Of a user who has one, identity tells nothing: accounts sees the first request in the
 * company.
 */
@Injectable()
export class Invitations {
  constructor(private readonly outbox: Outbox) {}

  /** A company waits for the user from now on. */
  async add({ client }: Transaction, userId: string, companyId: string): Promise<void> {
    await client.query(
      'INSERT INTO pending_invitations (user_id, company_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [userId, companyId],
    );
  }

  /** Companies wait no more. */
  async withdraw({ client }: Transaction, userId: string, companyIds: readonly string[]): Promise<void> {
    const text = 'DELETE FROM pending_invitations WHERE user_id = $1 AND company_id = ANY ($2)';
    await client.query(text, [userId, companyIds]);
  }

  /**
   * Tells the company that waits. Of several none: the user followed the link of one of them, and anybody can
   * invite the address meanwhile.
   */
  async acceptIn(transaction: Transaction, userId: string): Promise<void> {
    const { rows } = await transaction.client.query<{ companyId: string }>(
      'DELETE FROM pending_invitations WHERE user_id = $1 RETURNING company_id AS "companyId"',
      [userId],
    );
    const [only, ...others] = rows;
    if (only && others.length === 0)
      await this.outbox.add({ ...transaction, companyId: only.companyId }, invitationAccepted, { userId });
  }
}
