import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TestApi } from './api.js';

interface Statement {
  text: string;
  values: unknown[];
}

const COUNT = `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count
  FROM pg_stat_xact_user_tables WHERE relname = $1`;

interface Watched {
  table: string;
  /** A part of the text of the statements that count. */
  within: string;
  /** Settings of their transaction beside the company. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * How many rows of a table PostgreSQL reads for those statements of a request that name `within`, as the role
 * of the service and so behind its wall.
 */
export async function rowsRead(
  { database }: TestApi,
  companyId: string,
  { table, within, settings = {} }: Watched,
  request: () => Promise<unknown>,
): Promise<number> {
  const statements: Statement[] = [];
  const listen = (statement: unknown) => statements.push(statement as Statement);
  subscribe('safety:statement', listen);
  await request();
  unsubscribe('safety:statement', listen);
  const found = statements.filter(({ text }) => text.includes(within));
  if (found.length === 0) throw new Error(`No statement of the request names ${within}`);
  let read = 0;
  await database.transaction('service', async (client) => {
    const count = async () => (await client.query(COUNT, [table])).rows[0]?.count ?? 0;
    for (const [name, value] of Object.entries({ 'app.company_id': companyId, ...settings }))
      await client.query('SELECT set_config($1, $2, true)', [name, value]);
    const before = await count();
    for (const { text, values } of found) await client.query(text, values);
    read = (await count()) - before;
  });
  return read;
}
