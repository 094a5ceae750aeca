import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { installedRedis } from './installed-redis.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-redis-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A folder of the PATH with a redis-server that is this script. */
function folderWith(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'redis-server'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

it('is the first that is new enough, behind an older one and one that does not run', () => {
  const path = [
    folderWith('broken', 'exit 1'),
    folderWith('old', 'echo Redis server v=6.2.7 sha=0'),
    folderWith('new', 'echo Valkey server v=8.1.0 sha=0'),
    folderWith('newer', 'echo Redis server v=8.2.1 sha=0'),
  ].join(delimiter);
  expect(installedRedis(path)).toBe(join(folder, 'new', 'redis-server'));
});
