import { runCommand } from '@safety/platform/operator';
import { busSettingsOfTests, type TestApi } from '@safety/testing';
import { personnelOrgProgram } from '../cli/personnel-org-program.js';
import { testKey } from './organisation.js';

/** The settings of a process beside a running service. */
export const settingsBeside = (api: TestApi) => ({
  DATABASE_URL: api.database.serviceUrl,
  REDIS_URL: process.env['REDIS_URL'],
  ...busSettingsOfTests('personnel-org'),
  IDENTITY_URL: api.issuer.url,
  ACCOUNTS_URL: api.accounts.url,
  CURSOR_SECRET: 'a-secret-for-cursors-in-tests-only',
  KEY_ENCRYPTION_KEY: testKey,
});

/**
 * Runs a command of the operator beside a running service; resolves with its code, its words and its
 * document.
 */
export async function runOperator(api: TestApi, settings: Record<string, string>, args: readonly string[]) {
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => (text: string) => {
    written[stream] += `${text}\n`;
  };
  const env = { PATH: process.env['PATH'], ...settingsBeside(api), ...settings };
  const code = await runCommand(personnelOrgProgram, [...args, '--json'], env, to('out'), to('err'));
  return { code, ...written, json: written.out ? JSON.parse(written.out) : undefined };
}
