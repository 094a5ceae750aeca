import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const preloaded = fileURLToPath(new URL('./without-fetch.js', import.meta.url));
const isLoaded = "process.moduleLoadList.some((name) => name.includes('undici'))";
const program = `
  import 'node:http';
  const before = ${isLoaded};
  await fetch('data:,');
  console.log(before, ${isLoaded}, typeof WebSocket);`;

it.each([
  ['loads fetch when it is called, not with node:http', ['--import', preloaded], 'false true function'],
  ['is needed: Node by itself loads both', [], 'true true function'],
])('%s', async (_, flags, printed) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout.trim()).toBe(printed);
});
