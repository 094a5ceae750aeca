import { createRole, grantToService } from '@safety/persistence';
import type pg from 'pg';
import type { z } from 'zod';
import type { operatorSettingsSchema } from '../config.js';

/**
 * Creates the role of the command line, which may do what the service does, in all companies. Safe to repeat.
 * @throws when it is the role of the service
 */
export async function letOperatorIn(
  owner: pg.ClientBase,
  { DATABASE_URL, OPERATOR_DATABASE_URL }: z.output<typeof operatorSettingsSchema>,
): Promise<void> {
  const address = new URL(OPERATOR_DATABASE_URL);
  const name = decodeURIComponent(address.username);
  if (name === decodeURIComponent(new URL(DATABASE_URL).username))
    throw new Error(
      `OPERATOR_DATABASE_URL names ${name}, the role of the service: name another one, so that the service sees one company at a time.`,
    );
  await createRole(owner, address);
  await grantToService(owner, name);
  const { rows } = await owner.query<{ role: string }>('SELECT all_companies_role() AS role');
  await owner.query(
    `GRANT ${owner.escapeIdentifier(rows[0]?.role ?? '')} TO ${owner.escapeIdentifier(name)} WITH INHERIT TRUE`,
  );
}
