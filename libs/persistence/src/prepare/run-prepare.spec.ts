import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

/** A database that nobody has created yet. */
const missing = new URL('/not-there', process.env['TEST_DATABASE_URL']).href;

it.each(['SIGTERM', 'SIGINT'] as const)('a preparation that waits ends at once with %s', async (signal) => {
  const script = `
    import { runPrepare } from './dist/prepare/run-prepare.js';
    await runPrepare({ name: 'spec', migrations: [], first: class First1 {}, demo: async () => undefined });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], LOG_FORMAT: 'json', DATABASE_URL: missing },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect(JSON.parse(line)).toMatchObject({ msg: expect.stringMatching(/^preparation: waits, /) });
  child.kill(signal);
  expect(await ended).toEqual([143, null]);
});
