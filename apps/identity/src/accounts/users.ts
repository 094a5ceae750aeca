import type { UserState } from '@safety/contracts';
import type { ClientBase } from 'pg';
import { emailKey } from './accounts.js';

/**
 * Takes over the state of a user unless a newer one is known already, so that a message may come late or twice.
 * The address to sign in with follows. Resolves to whether it was taken over.
 */
export async function saveUser(client: Pick<ClientBase, 'query'>, user: UserState): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE
     SET version = excluded.version, email = excluded.email, given_name = excluded.given_name,
         family_name = excluded.family_name, disabled = excluded.disabled, roles = excluded.roles
     WHERE users.version < excluded.version`,
    [
      user.id,
      user.version,
      user.email,
      user.givenName,
      user.familyName,
      user.disabled,
      JSON.stringify(user.roles),
    ],
  );
  if (rowCount === 0) return false;
  await client.query('UPDATE credentials SET email_key = $2 WHERE user_id = $1', [
    user.id,
    emailKey(user.email),
  ]);
  return true;
}
