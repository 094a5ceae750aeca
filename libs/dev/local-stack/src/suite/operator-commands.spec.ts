import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../project.js';

it.each(['identity', 'accounts', 'personnel-org'])('pnpm %s --help tells how to call it', async (service) => {
  const script = join(repositoryRoot, 'scripts', 'operator.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, service, '--help'], {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'] },
  });
  expect(stdout).toContain(`npx --yes pnpm ${service} <command>`);
});
