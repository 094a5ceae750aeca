import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../project.js';

const checkNode = join(repositoryRoot, 'scripts', 'check-node.mjs');

/** How the check ends in this environment, with Node's own options. */
function check(env: Record<string, string>, ...options: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [...options, checkNode], { env, encoding: 'utf8' });
  return { status, stderr };
}

it.each([{}, { npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v24.21.0 linux x64' }])(
  'says nothing where all is well: %j',
  (env) => expect(check(env)).toEqual({ status: 0, stderr: '' }),
);

it('names a pnpm that is too old, with the command that takes another one', () => {
  const npm_config_user_agent = 'pnpm/9.15.9 npm/? node/v20.20.2 linux x64';
  expect(check({ npm_config_user_agent, npm_lifecycle_event: 'test' })).toEqual({
    status: 1,
    stderr: 'This needs pnpm 12 and found 9.15.9 on this machine: use npx --yes pnpm@12 test.\n',
  });
});

it('names systems whose C library the programs from npm do not know', () => {
  const musl = 'data:text/javascript,process.report.getReport=()=>({header:{}})';
  const onMacOs = process.platform === 'darwin';
  expect(check({}, '--import', musl)).toEqual(
    onMacOs
      ? { status: 0, stderr: '' }
      : { status: 1, stderr: expect.stringMatching(/^This needs Linux with glibc, or macOS: use /) },
  );
});

/** Reaches a server of its own by Node's `fetch`. */
const reachesItself = `
  await import(${JSON.stringify(pathToFileURL(checkNode).href)});
  const { createServer } = await import('node:http');
  const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1', async () => {
    const response = await fetch('http://127.0.0.1:' + server.address().port);
    process.stdout.write(await response.text(), () => process.exit());
  });`;

it.each([{}, { NO_PROXY: 'example.org' }, { no_proxy: 'example.org' }])(
  'keeps what goes to this machine off a proxy: %j',
  (env) => {
    const proxied = { ...env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    const args = ['--input-type=module', '--eval', reachesItself];
    expect(spawnSync(process.execPath, args, { env: proxied, encoding: 'utf8' }).stdout).toBe('reached');
  },
);
