import type { FieldError } from '@safety/contracts';
import { execute, type OpenTransaction } from '@safety/persistence';

/**
 * The errors of a time zone of a company. Node.js knows some that PostgreSQL does not, and statements of the
 * services would fail by them.
 */
export async function timeZoneFaults(
  client: OpenTransaction['client'],
  timeZone: string,
): Promise<FieldError[]> {
  const { rows } = await execute(client, 'SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [
    timeZone,
  ]);
  if (rows.length > 0) return [];
  return [{ pointer: '/timeZone', code: 'invalid-format', detail: 'There is no such time zone.' }];
}
