import { afterAll, expect, it } from '@jest/globals';
import { connected } from './connected.js';
import { dropTestRun, newTestRun, testRunOf } from './test-run.js';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
const [ended, running] = [newTestRun(), newTestRun()];

afterAll(() => Promise.all([ended, running].map((run) => dropTestRun(serverUrl, run))));

it('a run that ends drops its databases and roles, and nothing of a run beside it', async () => {
  const names = [ended, running].map((run) => `${testRunOf(run).prefix}left`);
  await connected(serverUrl, async (client) => {
    for (const name of names) {
      await client.query(`CREATE ROLE ${name}`);
      await client.query(`CREATE DATABASE ${name}`);
      await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${name}`);
    }
    await dropTestRun(serverUrl, ended);
    const { rows } = await client.query(
      `SELECT datname AS name FROM pg_database WHERE datname = ANY($1)
       UNION ALL SELECT rolname FROM pg_roles WHERE rolname = ANY($1)`,
      [names],
    );
    expect(rows.map(({ name }) => name)).toEqual([names[1], names[1]]);
  });
});
