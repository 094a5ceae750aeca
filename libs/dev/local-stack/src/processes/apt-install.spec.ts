import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { aptInstallScript, OTHER_VERSION } from './apt-install.js';

let folder: string;
const policy = () => join(folder, 'policy-rc.d');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apt-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const seen = () => join(folder, 'policy-rc.d.seen');

/**
 * Runs the script with this as apt-get, beside a version to install and the state of the package, and with
 * the policy in a folder of ours.
 */
function install(aptGet: string, { candidate = '5:7.0.15-1', state = 'not-installed' } = {}) {
  const programs = {
    'apt-get': `[ ! -e ${policy()} ] || cp ${policy()} ${seen()}\n${aptGet}`,
    'apt-cache': `printf 'redis-server:\\n  Installed: (none)\\n  Candidate: ${candidate}\\n'`,
    'dpkg-query': `printf ${state}`,
    systemctl: 'exit 0',
  };
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const script = aptInstallScript('redis-server', 7).replace('/usr/sbin/policy-rc.d', policy());
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  return spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
}

const installs = '[ "$2" = update ] || touch "$0.installs"';
const hasInstalled = () => existsSync(join(folder, 'apt-get.installs'));

it.each(['INT', 'TERM', 'HUP'])('a SIG%s while it installs leaves no policy behind', (signal) => {
  expect(install(`kill -${signal} $PPID`).status).toBe(1);
  expect(readFileSync(seen(), 'utf8')).toContain('exit 101');
  expect(existsSync(policy())).toBe(false);
});

it('an existing policy stays as it is', () => {
  writeFileSync(policy(), 'mine');
  install('exit 1');
  expect(readFileSync(policy(), 'utf8')).toBe('mine');
});

it.each(['5:7.0.15-1', '8.0.2-3+b1'])('installs the package in version %s', (candidate) => {
  expect(install(installs, { candidate }).status).toBe(0);
  expect(hasInstalled()).toBe(true);
});

it('a package that is too old is not installed', () => {
  const { status, stderr } = install(installs, { candidate: '5:6.0.16-1ubuntu1' });
  expect([status, stderr]).toEqual([OTHER_VERSION, 'its redis-server is of version 6.0.16-1ubuntu1\n']);
  expect([hasInstalled(), existsSync(policy())]).toEqual([false, false]);
});

it('one that is installed stays as it is: it serves somebody', () => {
  const { status, stderr } = install(installs, { state: 'installed' });
  expect([status, stderr]).toEqual([OTHER_VERSION, expect.stringContaining('somebody may use')]);
  expect([hasInstalled(), existsSync(seen())]).toEqual([false, false]);
});
