// Rows for one company and for others beside it, written by SQL as the owner of the database.
import { demoQuarries } from '@safety/demo-data';
import pg from 'pg';
import { places } from './sql.mjs';

const COMPANIES = 50;

/** Adds as many rows to the company of the demo, and as many to fifty others together. */
export async function seedLists(suite, resources, count) {
  for (const [service, ofService] of Map.groupBy(resources, (resource) => resource.service)) {
    const url = new URL(suite.databaseUrl);
    url.pathname = new URL(suite.environment[service].DATABASE_URL).pathname;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await seedService(client, ofService, count);
    } finally {
      await client.end();
    }
  }
}

async function seedService(client, resources, count) {
  // Rows that hang on others without a check: places only of one company.
  await client.query('SET session_replication_role = replica');
  const indexes = await dropIndexes(
    client,
    resources.flatMap(({ tables }) => tables),
  );
  for (const statement of resources.flatMap(({ seed }) => seed)) {
    if (typeof statement === 'string') {
      await client.query(statement, statement.includes('$1') ? [demoQuarries.id] : []);
      continue;
    }
    const text = statement('CASE WHEN ours THEN $1::uuid ELSE companies[1 + n % 50] END');
    const known = text.includes('places[') ? `, (SELECT ${places} AS places) AS known` : '';
    const rows = `FROM generate_series(1, $2::int) AS n, (VALUES (true), (false)) AS owner(ours),
      (SELECT array_agg(gen_random_uuid()) AS companies FROM generate_series(1, ${COMPANIES})) AS others${known}`;
    await client.query(`${text} ${rows}`, [demoQuarries.id, count]);
  }
  await client.query(`SET maintenance_work_mem = '512MB'; ${indexes.join('; ')}`);
  await client.query('VACUUM ANALYZE');
}

/** Indexes are made of many rows sooner than with each row. */
async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = ANY ($1) AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [tables],
  );
  await client.query(`DROP INDEX ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
  return rows.map(({ definition }) => definition);
}
