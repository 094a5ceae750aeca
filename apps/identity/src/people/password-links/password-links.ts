import { Injectable } from '@nestjs/common';
import { INVITATION_DAYS } from '@safety/contracts';
import { Database } from '../../storage/database/database.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { Links, newToken } from '../links.js';
import { emailKey } from '../users/email-key.js';

const HOUR_SECONDS = 60 * 60;
/** How long links work, in seconds: for a first password, and for another one. */
export const linkSeconds = { first: INVITATION_DAYS * 24 * HOUR_SECONDS, another: HOUR_SECONDS } as const;

/** Whose password a link sets. */
export interface LinkedUser {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  /** False for the link of an invitation: this will be the user's first password. */
  hasPassword: boolean;
}

/** A link that was used. */
interface RedeemedLink {
  /** Whether it was sent to the address of the user. */
  provesEmail: boolean;
}

/** Links that set a password, sent by e-mail or handed over by operators. */
@Injectable()
export class PasswordLinks extends Links<RedeemedLink> {
  constructor(database: Database) {
    super(database, 'password_links', 'proves_email AS "provesEmail"');
  }

  /**
   * The token of a new link, which works for so many seconds. Its use proves `email`, the address that it is
   * sent to: throws when that is the user's no longer. Throws when the user has chosen a password since it
   * was asked for, and for one that `isFirst` when there is any. A change of the address ends all links, and
   * so does a password.
   */
  async create(
    userId: string,
    seconds: number,
    { email, isFirst = false, askedAt }: { email?: string; isFirst?: boolean; askedAt?: string } = {},
  ): Promise<string> {
    const token = newToken();
    const rows = await this.database.rows(
      `INSERT INTO password_links (token_sha256, user_id, expires_at, proves_email)
       SELECT $1, user_id, now() + make_interval(secs => $3), $4::text IS NOT NULL FROM credentials
       WHERE user_id = $2 AND email_key = coalesce($4, email_key)
         AND (password_hash IS NULL OR NOT $5 AND changed_at <= coalesce($6::timestamptz, changed_at)) FOR SHARE
       RETURNING user_id`,
      [
        ...[digestOf(token), userId, seconds],
        ...[email === undefined ? null : emailKey(email), isFirst, askedAt ?? null],
      ],
    );
    if (rows.length === 0) throw new Error('The address of the user has changed, or a password was chosen');
    return token;
  }

  /** Whose link this is, as long as it works. */
  async find(token: string): Promise<LinkedUser | undefined> {
    const [user] = await this.database.rows<LinkedUser>(
      `SELECT users.id, email, given_name AS "givenName", family_name AS "familyName",
              password_hash IS NOT NULL AS "hasPassword"
       FROM password_links JOIN users ON users.id = password_links.user_id JOIN credentials ON credentials.user_id = users.id
       WHERE token_sha256 = $1 AND expires_at > now() AND NOT disabled`,
      [digestOf(token)],
    );
    return user;
  }
}
