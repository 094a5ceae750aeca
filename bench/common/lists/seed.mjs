// Rows for one company and for others beside it, written by SQL as the owner of the database.
import { demoQuarries } from '@safety/demo-data';
import pg from 'pg';
import { places } from './sql.mjs';

/** As many others as lists are measured among, when nothing else is said. */
const COMPANIES = 50;
/** Of work history for each person, beside the first. */
const YEARS = 5;

/**
 * Adds `rows` rows to the company of the demo, and `others` to further companies together; by default as
 * many.
 */
export async function seedLists(suite, resources, size) {
  for (const [service, ofService] of Map.groupBy(resources, (resource) => resource.service)) {
    const client = await ownerOf(suite, service);
    try {
      await seedService(client, ofService, {
        companies: COMPANIES,
        others: size.rows,
        years: YEARS,
        ...size,
      });
    } finally {
      await client.end();
    }
  }
}

/** A connection to the database of a service, beyond the walls of companies. */
export async function ownerOf(suite, service) {
  const url = new URL(suite.databaseUrl);
  url.pathname = new URL(suite.environment[service].DATABASE_URL).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

async function seedService(client, resources, { rows, others, companies, years }) {
  // Rows that hang on others without a check: places only of one company.
  await client.query('SET session_replication_role = replica');
  const indexes = await dropIndexes(
    client,
    resources.flatMap(({ tables }) => tables),
  );
  for (const statement of resources.flatMap(({ seed }) => seed)) {
    if (typeof statement === 'string') {
      const text = statement.replaceAll('$years', years);
      await client.query(text, text.includes('$1') ? [demoQuarries.id] : []);
      continue;
    }
    const text = statement(`CASE WHEN ours THEN $1::uuid ELSE companies[1 + n % ${companies}] END`);
    const known = text.includes('places[') ? `, (SELECT ${places} AS places) AS known` : '';
    const numbers = `(SELECT true, n FROM generate_series(1, $2::int) AS n
      UNION ALL SELECT false, n FROM generate_series(1, $3::int) AS n) AS numbers(ours, n)`;
    const owners = `(SELECT array_agg(gen_random_uuid()) AS companies FROM generate_series(1, ${companies})) AS others`;
    await client.query(`${text} FROM ${numbers}, ${owners}${known}`, [demoQuarries.id, rows, others]);
  }
  await client.query(`SET maintenance_work_mem = '1GB'; ${indexes.join('; ')}`);
  await client.query('VACUUM ANALYZE');
}

/** Indexes are made of many rows sooner than with each row; those of a partitioned table with its parts. */
async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = ANY ($1) AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [tables],
  );
  await client.query(`DROP INDEX ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}
