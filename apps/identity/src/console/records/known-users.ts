import { Injectable } from '@nestjs/common';
import { emailKey } from '../../accounts/email-key.js';
import { Database } from '../../database/database.js';

/** The e-mail addresses of users, for people who know those and not the ids. */
@Injectable()
export class KnownUsers {
  constructor(private readonly database: Database) {}

  async idOf(email: string): Promise<string | undefined> {
    const [user] = await this.database.rows<{ id: string }>(
      'SELECT user_id AS id FROM credentials WHERE email_key = $1',
      [emailKey(email)],
    );
    return user?.id;
  }

  /** By id; without users who are gone. */
  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.rows<{ id: string; email: string }>(
      'SELECT id, email FROM users WHERE id = ANY($1::uuid[])',
      [[...new Set(ids)]],
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }
}
