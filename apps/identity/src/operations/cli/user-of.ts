import type { INestApplicationContext } from '@nestjs/common';
import { notFound } from '@safety/platform';
import { service } from '@safety/platform/operator';
import { emailKey } from '../../people/users/email-key.js';
import { Database } from '../../storage/database/database.js';

/** The user with this id or e-mail address, which one who is lost may have had before. Throws 404. */
export async function userOf(
  app: INestApplicationContext,
  user: string,
): Promise<{ id: string; email: string }> {
  const [found] = await service(app, Database).rows<{ id: string; email: string }>(
    `SELECT id, email FROM users LEFT JOIN credentials ON user_id = id
     WHERE id::text = lower($1) OR email_key = $2 OR email = $1
     ORDER BY email_key = $2 DESC NULLS LAST LIMIT 1`,
    [user, emailKey(user)],
  );
  if (!found) throw notFound('user');
  return found;
}
