import type { UserState } from '@safety/contracts';
import { currentGeneration, isOlderSql, type StatementClient } from '@safety/persistence';
import { emailKey } from './email-key.js';
import { movedToSql } from './proven-email.js';

/** The result of `saveUser`. */
export type SavedUser = 'new' | 'changed' | 'unchanged';

export type KnownUser = Pick<UserState, 'version' | 'email' | 'roles' | 'disabled'> & {
  /** BCP 47; null: that of the company. */
  locale: string | null;
  /** Of accounts, which published the version. */
  generation: number;
  hasPassword: boolean;
};

/** Locks a user until the transaction ends, and reads the stored state. */
export async function lockUser(client: StatementClient, userId: string): Promise<KnownUser | undefined> {
  const { rows } = await client.query<KnownUser>(
    `SELECT version, generation::float8 AS generation, email, roles, disabled, locale, password_hash IS NOT NULL AS "hasPassword"
     FROM users JOIN credentials ON user_id = users.id WHERE users.id = $1 FOR UPDATE OF users`,
    [userId],
  );
  return rows[0];
}

/** Accounts was restored and has no such user any more: versions of those that it has begin with 1. */
const isLost = ({ version, disabled }: UserState): boolean => version === 0 && disabled;

/**
 * Takes over the state of a user unless a newer one is known already, so that a message may come late or
 * twice. The address to sign in with follows; a new user has no password yet.
 */
export async function saveUser(client: StatementClient, user: UserState): Promise<SavedUser> {
  const { id, version, email, givenName, familyName, disabled, roles, locale, timeZone } = user;
  const { rowCount } = await client.query(
    `INSERT INTO users (id, version, email, given_name, family_name, disabled, roles, generation, locale, time_zone)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
     ON CONFLICT (id) DO UPDATE
     SET version = excluded.version, generation = excluded.generation, email = excluded.email, given_name = excluded.given_name,
         family_name = excluded.family_name, disabled = excluded.disabled, roles = excluded.roles,
         locale = CASE WHEN $10 THEN excluded.locale ELSE users.locale END,
         time_zone = CASE WHEN $12 THEN excluded.time_zone ELSE users.time_zone END
     WHERE ${isOlderSql('users')}`,
    [
      ...[id, version, email, givenName, familyName, disabled, JSON.stringify(roles), currentGeneration()],
      // An older release does not tell: what is known stays.
      ...[locale ?? null, locale !== undefined, timeZone ?? null, timeZone !== undefined],
    ],
  );
  if (rowCount === 0) return 'unchanged';
  // Accounts gives the address of a lost user to others. The id in its place is an address of nobody.
  const key = isLost(user) ? id : emailKey(email);
  const { rowCount: known } = await client.query(
    `UPDATE credentials SET ${movedToSql('$2', '$3::boolean')} WHERE user_id = $1`,
    [id, key, disabled],
  );
  if (known) return 'changed';
  await client.query('INSERT INTO credentials (user_id, email_key) VALUES ($1, $2)', [id, key]);
  return 'new';
}
