import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { aptInstallScript } from './apt-install.js';

let folder: string;
const policy = () => join(folder, 'policy-rc.d');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apt-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script with this as apt-get, and with the policy in a folder of ours. */
function install(aptGet: string) {
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\ncp ${policy()} ${policy()}.seen\n${aptGet}\n`, {
    mode: 0o755,
  });
  const script = aptInstallScript('redis-server').replace('/usr/sbin/policy-rc.d', policy());
  return spawnSync('sh', ['-c', script], { env: { PATH: `${folder}:${process.env['PATH']}` } });
}

it.each(['INT', 'TERM', 'HUP'])('a SIG%s while it installs leaves no policy behind', (signal) => {
  expect(install(`kill -${signal} $PPID`).status).toBe(1);
  expect(readFileSync(`${policy()}.seen`, 'utf8')).toContain('exit 101');
  expect(existsSync(policy())).toBe(false);
});

it('an existing policy stays as it is', () => {
  writeFileSync(policy(), 'mine');
  install('exit 1');
  expect(readFileSync(policy(), 'utf8')).toBe('mine');
});
