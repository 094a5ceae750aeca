import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { keptSecrets, newSecrets } from './secrets.js';

let folder: string;
const file = () => join(folder, 'secrets.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('are made once, and read by nobody else', () => {
  const made = keptSecrets(folder);
  expect(keptSecrets(folder)).toEqual(made);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('of an earlier release stay, and what it did not have is added once', () => {
  const { keyEncryptionKey, cursorSecret, rolePasswords } = newSecrets();
  const { training, ...others } = rolePasswords;
  const before = { keyEncryptionKey, cursorSecret, rolePasswords: others };
  writeFileSync(file(), JSON.stringify(before));
  const after = keptSecrets(folder);
  expect(after).toMatchObject(before);
  expect(Object.keys(after).sort()).toEqual(Object.keys(newSecrets()).sort());
  expect(after.rolePasswords.training).toMatch(/^[0-9a-f]{48}$/);
  expect(after.rolePasswords.training).not.toBe(training);
  expect(keptSecrets(folder)).toEqual(after);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('that cannot be read are left as they are', () => {
  writeFileSync(file(), '{');
  expect(() => keptSecrets(folder)).toThrow('run npx --yes pnpm start --reset');
  expect(readFileSync(file(), 'utf8')).toBe('{');
});
