import type pg from 'pg';
import { hasCode } from '../sqlstate.js';
import { limitTimeOf } from '../time-limits.js';
import { scramVerifier } from './scram-verifier.js';

/**
 * All databases of a server share its roles, and the turns of preparations are those of one database. The
 * second is what two commands at the same moment meet in the catalog's index, the third what two that alter
 * one role do.
 */
const MET_ANOTHER_COMMAND = ['42710', '23505', 'XX000'];

/**
 * Creates the role of an address with its password and time limits, or gives it these. The server gets no
 * password, which it would write into its log beside a statement that fails or that it is told to log.
 * @throws when row-level security does not hold for it
 */
export async function createRole(owner: pg.ClientBase, { username, password }: URL): Promise<void> {
  const name = decodeURIComponent(username);
  const role = owner.escapeIdentifier(name);
  const verifier = owner.escapeLiteral(await scramVerifier(decodeURIComponent(password)));
  // Names neither SUPERUSER nor BYPASSRLS: an owner who is no superuser, as on managed servers, may not
  // mention them.
  const rights = `LOGIN NOCREATEDB NOCREATEROLE PASSWORD ${verifier}`;
  const { rowCount: known } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  try {
    await owner.query(`${known ? 'ALTER' : 'CREATE'} ROLE ${role} ${rights}`);
  } catch (error) {
    if (!hasCode(error, MET_ANOTHER_COMMAND)) throw error;
    await owner.query(`ALTER ROLE ${role} ${rights}`);
  }
  const { rowCount } = await owner.query(
    'SELECT 1 FROM pg_roles WHERE rolname = $1 AND (rolsuper OR rolbypassrls)',
    [name],
  );
  if (rowCount) throw new Error(`The role ${name} passes row-level security: name another one.`);
  await limitTimeOf(owner, name);
}
