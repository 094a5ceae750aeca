import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { haveGone, launchersOf } from './launcher.js';

const table = [
  { pid: 10, parent: 1, command: '/bin/bash' },
  { pid: 20, parent: 10, command: 'npm exec pnpm start' },
  { pid: 30, parent: 20, command: "sh -c 'pnpm' start" },
  { pid: 40, parent: 30, command: '/home/a/.npm/_npx/1/node_modules/pnpm/pnpm start' },
  { pid: 50, parent: 40, command: 'sh -c node scripts/start.mjs' },
];

describe('launchersOf', () => {
  it('is the chain up to npx', () => expect(launchersOf(50, table)).toEqual([50, 40, 30, 20]));
  it('is empty for a start from an interactive shell', () => expect(launchersOf(10, table)).toEqual([]));
});

it('launchers have gone as soon as one of them has', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  expect(haveGone([process.pid])).toBe(false);
  expect(haveGone([process.pid, ended])).toBe(true);
});
