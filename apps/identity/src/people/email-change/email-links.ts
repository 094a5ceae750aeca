import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../storage/database/database.js';

const TOKEN_BYTES = 32;
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new address, and the user whom it is going to sign in. */
export interface LinkedAddress {
  userId: string;
  /** The address of the user until then. */
  presentEmail: string;
  email: string;
}

/**
 * Links that confirm a new address, sent there by e-mail. Each works once and for a limited time; only
 * digests of them are kept.
 */
@Injectable()
export class EmailLinks {
  constructor(private readonly database: Database) {}

  /** The token of a new link, which works for so many seconds. */
  async create(userId: string, email: string, seconds: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.change(
      `INSERT INTO email_links (token_sha256, user_id, email, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
      [digestOf(token), userId, email, seconds],
    );
    return token;
  }

  /** The address of a link, as long as it works and nobody else has taken the address. */
  async find(token: string): Promise<LinkedAddress | undefined> {
    const [found] = await this.database.rows<LinkedAddress>(
      `SELECT users.id AS "userId", users.email AS "presentEmail", email_links.email
       FROM email_links JOIN users ON users.id = email_links.user_id
       WHERE token_sha256 = $1 AND expires_at > now() AND NOT disabled AND NOT EXISTS (
         SELECT FROM credentials
         WHERE email_key = lower(normalize(trim(email_links.email), NFKC)) AND user_id <> users.id)`,
      [digestOf(token)],
    );
    return found;
  }

  /** Ends every link of a user. */
  async removeAll({ client }: Transaction, userId: string): Promise<void> {
    await client.query('DELETE FROM email_links WHERE user_id = $1', [userId]);
  }

  /** Uses the link up, and every other one of its user. False when it does not work any more. */
  async redeem({ client }: Transaction, token: string): Promise<boolean> {
    const { rows } = await client.query<{ redeemed: boolean }>(
      `DELETE FROM email_links
       WHERE user_id = (SELECT user_id FROM email_links WHERE token_sha256 = $1 AND expires_at > now())
       RETURNING token_sha256 = $1 AS redeemed`,
      [digestOf(token)],
    );
    return rows.some(({ redeemed }) => redeemed);
  }
}
