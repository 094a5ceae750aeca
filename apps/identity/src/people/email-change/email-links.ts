import { Injectable } from '@nestjs/common';
import { Database } from '../../storage/database/database.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { Links, newToken } from '../links.js';
import { emailKey } from '../users/email-key.js';

/** A new address, and the user whom it is going to sign in. */
export interface LinkedAddress {
  userId: string;
  /** The address of the user until then. */
  presentEmail: string;
  email: string;
}

/** Links that confirm a new address, sent there by e-mail. */
@Injectable()
export class EmailLinks extends Links<Pick<LinkedAddress, 'email'>> {
  constructor(database: Database) {
    super(database, 'email_links', 'email');
  }

  /** The token of a new link, which works for so many seconds. */
  async create(userId: string, email: string, seconds: number): Promise<string> {
    const token = newToken();
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
       WHERE token_sha256 = $1 AND expires_at > now() AND NOT disabled`,
      [digestOf(token)],
    );
    return found && !(await this.isTaken(found)) ? found : undefined;
  }

  private async isTaken({ userId, email }: LinkedAddress): Promise<boolean> {
    const others = await this.database.rows(
      'SELECT FROM credentials WHERE email_key = $1 AND user_id <> $2',
      [emailKey(email), userId],
    );
    return others.length > 0;
  }
}
