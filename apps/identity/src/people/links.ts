import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../storage/database/database.js';
import { digestOf } from '../storage/encryption/digest-of.js';

const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Links of users. Each works once and for a limited time; only digests of them are kept. */
export abstract class Links<Redeemed extends object> {
  /** @param told SQL of what is told of a link that was used */
  protected constructor(
    protected readonly database: Database,
    private readonly table: 'email_links' | 'password_links',
    private readonly told: string,
  ) {}

  /** Ends every link of a user. */
  async removeAll({ client }: Transaction, userId: string): Promise<void> {
    await client.query(`DELETE FROM ${this.table} WHERE user_id = $1`, [userId]);
  }

  /**
   * Uses the link up, and every other one of its user. Nothing when it does not work any more: of many who
   * try, one is first.
   */
  async redeem({ client }: Transaction, token: string): Promise<Redeemed | undefined> {
    const { rows } = await client.query<Redeemed & { redeemed: boolean }>(
      `DELETE FROM ${this.table}
       WHERE user_id = (SELECT user_id FROM ${this.table} WHERE token_sha256 = $1 AND expires_at > now())
       RETURNING token_sha256 = $1 AS redeemed, ${this.told}`,
      [digestOf(token)],
    );
    return rows.find(({ redeemed }) => redeemed);
  }
}
