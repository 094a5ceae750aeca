import { Injectable } from '@nestjs/common';
import { type ClientKeeper, ownedBy } from '../../clients/client-keepers.js';
import { emailKey, isEmailKey } from '../../people/users/email-key.js';
import { acceptedSql } from '../../storage/database/accepted-roles.js';
import { Database } from '../../storage/database/database.js';

/**
 * Holds for users with a role in one of the companies of the second parameter. An invitation that was not
 * accepted tells a company no more than it knows: it has entered the address itself.
 */
const IN_COMPANIES = `($2::text[] IS NULL OR EXISTS (
  SELECT FROM jsonb_array_elements(roles) AS role
  WHERE role ->> 'cid' = ANY($2) AND ${acceptedSql('role')}))`;

/** The e-mail addresses of a keeper's companies' users, for people who know those and not the ids. */
@Injectable()
export class KnownUsers {
  constructor(private readonly database: Database) {}

  async idOf(keeper: ClientKeeper, email: string): Promise<string | undefined> {
    const key = emailKey(email);
    if (!isEmailKey(key)) return undefined;
    const [user] = await this.database.rows<{ id: string }>(
      `SELECT id FROM users JOIN credentials ON user_id = id WHERE email_key = $1 AND ${IN_COMPANIES}`,
      [key, ownedBy(keeper)],
    );
    return user?.id;
  }

  /**
   * By id; without users who are gone, or in none of the companies: of a stranger who tried, only the id is
   * told.
   */
  async emailsOf(keeper: ClientKeeper, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.rows<{ id: string; email: string }>(
      `SELECT id, email FROM users WHERE id = ANY($1::uuid[]) AND ${IN_COMPANIES}`,
      [[...new Set(ids)], ownedBy(keeper)],
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }
}
