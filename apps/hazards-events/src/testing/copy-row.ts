import type { TestApi } from '@safety/testing';

/** The columns of a copy whose values are of one row alone. */
export const anotherId = {
  id: 'gen_random_uuid()',
  external_id: 'NULL',
  reference: `reference || '-' || n`,
};

/** Copies a row of a table, with SQL of other values in some columns; `n` is the number of the copy. */
export const copyRow = (
  { database }: TestApi,
  { table, id, times }: { table: string; id: string; times: number },
  others: Record<string, string>,
): Promise<void> =>
  database.transaction('owner', async (owner) => {
    // A copy names what the row names: there is nothing to check.
    await owner.query('SET LOCAL session_replication_role = replica');
    const columns = await owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const names = columns.rows.map(({ name }) => `"${name}"`);
    const values = columns.rows.map(({ name }) => others[name] ?? `"${name}"`);
    await owner.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(1, ${times}) AS n WHERE id = $1`,
      [id],
    );
    await owner.query(`ANALYZE ${table}`);
  });
