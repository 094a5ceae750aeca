import { Injectable } from '@nestjs/common';
import { isId, type UserState } from '@safety/contracts';
import { isNotSuspended } from '../../clients/company-status.js';
import { Database, type Statement } from '../../storage/database/database.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { isEmailKey } from './email-key.js';
import { isStaleDevice } from './known-devices.js';
import { emailProvenSql } from './proven-email.js';

/** A user as far as tokens tell about one. */
export type Account = Pick<
  UserState,
  'id' | 'email' | 'givenName' | 'familyName' | 'roles' | 'locale' | 'timeZone'
> & {
  /** Whether the user has opened a link that was sent to the address; null where nobody knows. */
  emailProven: boolean | null;
  /** Whether the user has a role in any company, also in one that is suspended. */
  isMember: boolean;
};

/**
 * SQL of the roles of a row of `users`. Accounts tells all of them; in a suspended company none counts, as
 * its memberships do not.
 */
const rolesThatCount = `(
    SELECT coalesce(jsonb_agg(role ORDER BY place), '[]')
    FROM jsonb_array_elements(users.roles) WITH ORDINALITY AS held (role, place)
    WHERE ${isNotSuspended("(role ->> 'cid')::uuid")})`;

const isMember = 'jsonb_array_length(users.roles) > 0';

const accountColumns = `id, email, given_name AS "givenName", family_name AS "familyName", ${rolesThatCount} AS roles,
  locale, time_zone AS "timeZone", ${emailProvenSql} AS "emailProven", ${isMember} AS "isMember"`;

/** SQL: a row of `users` as an `Account`, for a query that reads it on the way. */
export const accountAsJson = `json_build_object('id', users.id, 'email', email, 'givenName', given_name, 'familyName', family_name, 'roles', ${rolesThatCount}, 'emailProven', ${emailProvenSql}, 'isMember', ${isMember})`;

/** The credential that an attempt to sign in is compared with. */
export interface Credential {
  userId: string;
  /** Null for a user who has not chosen a password yet. */
  passwordHash: string | null;
  /** Of the user when the password was read: whatever signs out everywhere begins another. */
  epoch: number;
  /** Whether the user has signed in on the device before. */
  deviceKnown: boolean;
  /** Whether it is remembered for so short a time that it need not be written again. */
  deviceFresh: boolean;
}

/** The credential of the user with this address, unless disabled. */
export const credentialOf = (emailKey: string, device: string): Statement<Credential> => ({
  text: `SELECT credentials.user_id AS "userId", password_hash AS "passwordHash", sign_in_epoch AS epoch,
      known_devices.user_id IS NOT NULL AS "deviceKnown", coalesce(NOT ${isStaleDevice}, false) AS "deviceFresh"
    FROM credentials JOIN users ON users.id = credentials.user_id
    LEFT JOIN known_devices ON known_devices.user_id = credentials.user_id AND device_sha256 = $2
    WHERE email_key = $1 AND NOT disabled`,
  values: [isEmailKey(emailKey) ? emailKey : null, digestOf(device)],
});

/** Finds the users who can sign in. */
@Injectable()
export class Accounts {
  constructor(private readonly database: Database) {}

  /** The user with this id, unless disabled. */
  async find(id: string): Promise<Account | undefined> {
    if (!isId(id)) return undefined;
    const [account] = await this.database.rows<Account>(
      `SELECT ${accountColumns} FROM users WHERE id = $1 AND NOT disabled`,
      [id],
    );
    return account;
  }

  /**
   * The user, while what was proven in `epoch` still counts. A transaction that begins another at the same
   * time is waited for: what was saved before the question is either found and ended by them, or refused by
   * the answer.
   */
  async findInEpoch(userId: string, epoch: number): Promise<Account | undefined> {
    const [account] = await this.database.rows<Account>(
      `SELECT ${accountColumns} FROM users WHERE id = $1 AND sign_in_epoch = $2 AND NOT disabled FOR SHARE`,
      [userId, epoch],
    );
    return account;
  }
}
