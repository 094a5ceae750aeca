import pg from 'pg';

type SeedRow = Record<string, unknown> & { company_id: string };

/**
 * Adds demo rows of any companies to a tenant table, as the restricted role and so inside its wall. Rows that are
 * there already stay as they are. The keys of a row are columns.
 */
export async function seedRows(serviceUrl: string, table: string, rows: SeedRow[]): Promise<void> {
  const client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  try {
    for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.company_id)) {
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
      await insertMissing(client, table, ofCompany);
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
}

/** Adds rows to a table and leaves those alone that are there already. All rows have the same columns. */
export async function insertMissing(
  client: pg.ClientBase,
  table: string,
  rows: Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => pg.escapeIdentifier(name));
  if (columns.length === 0) return;
  const list = columns.join(', ');
  const name = pg.escapeIdentifier(table);
  await client.query(
    `INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, $1) ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}
