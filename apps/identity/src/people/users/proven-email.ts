import type { StatementClient } from '@safety/persistence';

/** SQL: a user's `email_verified`, in a query that reads `users`; null where nobody knows. */
export const emailProvenSql = '(SELECT email_proven FROM credentials WHERE user_id = users.id)';

/**
 * SQL of the columns of a credential whose address becomes `key`, which may have been proven before. Of a
 * disabled user no other address is kept: it may be the one of a person who asked for erasure. Back at that
 * address it has to be proven again.
 */
export const movedToSql = (key: string, disabled: string): string =>
  `email_key = ${key},
   email_proven = CASE WHEN email_key = ${key} THEN email_proven
     ELSE coalesce(proven_email_key = ${key}, false) END,
   proven_email_key = CASE WHEN ${disabled} AND proven_email_key <> ${key} THEN NULL ELSE proven_email_key END`;

/** The user has opened a link that was sent to the present address. */
export async function provePresentEmail(client: StatementClient, userId: string): Promise<void> {
  await client.query(
    'UPDATE credentials SET email_proven = true, proven_email_key = email_key WHERE user_id = $1',
    [userId],
  );
}

/** The user has opened a link that was sent to an address that is going to be the user's. */
export async function proveNextEmail(client: StatementClient, userId: string, key: string): Promise<void> {
  await client.query('UPDATE credentials SET proven_email_key = $2 WHERE user_id = $1', [userId, key]);
}
