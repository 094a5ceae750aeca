import { readSettings, SettingsError } from '@safety/platform';
import pg from 'pg';
import { z } from 'zod';
import { databaseSettings } from '../settings.js';
import { distributionOf } from './distribution.js';
import { obstaclesTo } from './obstacles.js';
import { distributionStatements } from './statements.js';

/** Services whose rows belong to companies have it. */
const CHANGE_RECORD = 'public.changes';

/** Prints the statements that distribute the tables of the service whose database is set. Changes nothing. */
async function print(): Promise<void> {
  const { DATABASE_URL } = readSettings(
    z.object({ DATABASE_URL: databaseSettings.DATABASE_URL }),
    process.env,
  );
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const obstacles = await obstaclesTo(client);
    if (obstacles.length > 0) throw new Error(`the service stays on one node.\n${obstacles.join('\n')}`);
    const distribution = await distributionOf(client);
    if (!distribution.distributed.some(({ name }) => name === CHANGE_RECORD))
      throw new Error(
        'the service stays on one node: it has no change record, so its rows are of no company.',
      );
    const statements = distributionStatements(distribution);
    process.stdout.write(`${statements.join('\n')}\n`);
  } finally {
    await client.end();
  }
}

await print().catch((error: Error) => {
  process.stderr.write(
    `${error instanceof SettingsError ? error.message : `distribute: ${error.message}`}\n`,
  );
  process.exitCode = 1;
});
