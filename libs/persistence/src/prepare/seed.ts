import pg from 'pg';
import { WITHOUT_TIME_LIMITS } from '../time-limits.js';
import { setLocal } from '../transaction/local-settings.js';

/** The connection that demo rows are added on. */
export type SeedClient = pg.ClientBase;

type SeedRow = Record<string, unknown> & { company_id: string; id: string };

/**
 * Adds demo rows of any companies to a tenant table, as the restricted role and so inside its wall. Rows that
 * are there already stay as they are. The keys of a row are columns.
 */
export const seedRows = (serviceUrl: string, table: string, rows: SeedRow[]): Promise<void> =>
  // around visible: demo rows, before anybody asks
  seedTransaction(serviceUrl, (client) => seedWithin(client, table, rows));

/** The same in a transaction that is open; it ends in the company of the last row. */
export async function seedWithin(client: SeedClient, table: string, rows: SeedRow[]): Promise<void> {
  for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.company_id)) {
    await enterCompany(client, companyId);
    // around visible: demo rows, before anybody asks
    await insertMissing(client, table, ofCompany);
  }
}

/**
 * One transaction as the restricted role, for demo rows of several tables and the messages that tell of them.
 */
export async function seedTransaction(
  serviceUrl: string,
  work: (client: SeedClient) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; ${WITHOUT_TIME_LIMITS}`);
    await work(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** From now on the transaction sees and writes rows of this company only. */
export async function enterCompany(client: SeedClient, companyId: string): Promise<void> {
  await client.query(setLocal({ 'app.company_id': companyId }));
}

/**
 * Adds rows to a table and leaves those alone that are there already. All rows have the same columns.
 * Resolves with the `id` of each row that was really added.
 */
export async function insertMissing(
  client: SeedClient,
  table: string,
  rows: (Record<string, unknown> & { id: string })[],
): Promise<Set<string>> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => pg.escapeIdentifier(name));
  if (columns.length === 0) return new Set();
  const list = columns.join(', ');
  const name = pg.escapeIdentifier(table);
  // around visible: demo rows, before anybody asks
  const added = await client.query<{ id: string }>(
    `INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, $1)
     ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(rows)],
  );
  return new Set(added.rows.map(({ id }) => id));
}
