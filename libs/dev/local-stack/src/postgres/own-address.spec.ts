import { afterEach, expect, it } from '@jest/globals';
import { connected } from './connected.js';
import { startPostgres } from './start-postgres.js';

const ofAnotherServer = {
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c default_transaction_read_only=on',
};

afterEach(() => {
  for (const name of Object.keys(ofAnotherServer)) delete process.env[name];
});

it('a PostgreSQL of ours is reached whatever the shell sets for another one', async () => {
  Object.assign(process.env, ofAnotherServer);
  const server = await startPostgres({ env: { TEST_CONTAINERS: 'false' } });
  try {
    const show = 'SHOW default_transaction_read_only';
    const { rows } = await connected(server.url, (client) => client.query(show));
    expect(rows).toEqual([{ default_transaction_read_only: 'off' }]);
  } finally {
    await server.stop();
  }
});
