import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const library = new URL('./index.js', import.meta.url).href;
const program = `
  import { createRequire } from 'node:module';
  const { serviceDataSource } = await import('${library}');
  serviceDataSource({ DATABASE_URL: 'postgres://nobody@localhost/none', DATABASE_POOL_SIZE: 1, DATABASE_CONNECT_TIMEOUT_MS: 2000 }, []);
  const files = Object.keys(createRequire('${library}').cache);
  const drivers = files.flatMap((file) => /typeorm\\/driver\\/.*?(\\w+Driver)\\.js$/.exec(file)?.[1] ?? []);
  console.log(drivers.join());`;

it('a data source comes with the driver of PostgreSQL alone', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout.trim()).toBe('PostgresDriver');
});
