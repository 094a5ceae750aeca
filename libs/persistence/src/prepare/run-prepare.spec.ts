import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { connected, createTestDatabase, eventually } from '@safety/testing';
import { migrations } from '../testing/notes.js';
import { prepareDatabase } from './prepare-database.js';

const PROGRAM = `
  import { runPrepare } from './dist/prepare/run-prepare.js';
  const first = class ${migrations[0]?.name} {};
  await runPrepare({ name: 'spec', migrations: [], first, demo: async () => undefined });`;

/** A preparation as a process of its own, once it has logged its first line, or ended without. */
async function startPreparation(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return { line: String(line), child, ended };
}

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a preparation that waits ends at once with %s, and %i', async (signal, code) => {
  const missing = new URL('/not-there', process.env['TEST_DATABASE_URL']).href;
  const { line, child, ended } = await startPreparation({ DATABASE_URL: missing });
  expect(line).toContain('preparation: waits, ');
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
});

it('a preparation that gives up without PostgreSQL ends with one line, and 1', async () => {
  const away = 'postgres://owner:secret@127.0.0.1:1/spec';
  const { line, ended } = await startPreparation({
    DATABASE_URL: away,
    MIGRATION_DATABASE_URL: away,
    PREPARATION_TIMEOUT_MS: '0',
  });
  expect(line).toContain(
    'preparation: failed, Gave up after 0 s: PostgreSQL at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1).',
  );
  expect(line).not.toContain('secret');
  expect(await ended).toEqual([1, null]);
});

it('an index that is built again is still there after SIGTERM half-way', async () => {
  const database = await createTestDatabase('stopped', (urls) => prepareDatabase({ ...urls, migrations }));
  await connected(database.ownerUrl, async (owner) => {
    const count = async (text: string) => (await owner.query(text)).rowCount;
    await owner.query('CREATE INDEX notes_of_title ON notes (title)');
    await owner.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'notes_of_title'::regclass");
    await connected(database.ownerUrl, async (dump) => {
      await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM notes');
      const preparation = await startPreparation({
        DATABASE_URL: database.serviceUrl,
        MIGRATION_DATABASE_URL: database.ownerUrl,
      });
      expect(preparation.line).toContain('preparation: an index is invalid, it is built again');
      const working = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND query ~ '^[A-Z]+ INDEX CONCURRENTLY'`;
      await eventually(async () => expect(await count(`${working} AND wait_event_type = 'Lock'`)).toBe(1));
      preparation.child.kill('SIGTERM');
      expect(await preparation.ended).toEqual([143, null]);
      await dump.query('COMMIT');
      await eventually(async () => expect(await count(working)).toBe(0));
    });
    expect(await count("SELECT WHERE to_regclass('notes_of_title') IS NOT NULL")).toBe(1);
  });
  await database.drop();
});
