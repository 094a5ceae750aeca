import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AppName,
  appNames,
  connected,
  distributeCommand,
  holdDataDir,
  keepEnvironment,
  newSecrets,
  repositoryRoot,
} from '@safety/local-stack';

const tableOf = (name: string) =>
  `CREATE TABLE ${name} (company_id uuid, id uuid, PRIMARY KEY (company_id, id))`;
const PRINTED = "create_distributed_table('public.people', 'company_id'";
const PATH = process.env['PATH'];

const admin = process.env['TEST_DATABASE_URL'] ?? '';
const database = `test_${randomBytes(8).toString('hex')}`;
const url = Object.assign(new URL(admin), { pathname: `/${database}` }).href;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'distribute-'));
  await connected(admin, (client) => client.query(`CREATE DATABASE ${database}`));
  await connected(url, (client) => client.query(`${tableOf('people')}; ${tableOf('changes')}`));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await connected(admin, (client) => client.query(`DROP DATABASE ${database}`));
});

describe('pnpm distribute', () => {
  it('0: the tables of a service of the suite that runs, with all that its process is told', async () => {
    const release = await holdDataDir(folder);
    const ports = Object.fromEntries(appNames.map((name, index) => [name, 8080 + index]));
    keepEnvironment(folder, {
      ports: ports as Record<AppName, number>,
      databaseUrl: url,
      redisUrl: 'redis://127.0.0.1',
      secrets: newSecrets(),
      settings: { training: { DATABASE_URL: url } },
    });
    const { code, out, err } = await distributeCommand(['--', 'training'], { PATH }, folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(PRINTED);
    await release();
  });

  it('0: those of the database in DATABASE_URL', () => {
    const out = execFileSync(process.execPath, ['scripts/distribute.mjs'], {
      cwd: repositoryRoot,
      env: { PATH, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATABASE_URL: url },
      encoding: 'utf8',
    });
    expect(out).toContain(PRINTED);
  });

  it.each([[['gateway']], [['nonsense']], [['training', 'identity']]])(
    '2: %j, which is not one service with a database, whatever DATABASE_URL says',
    async (args) => {
      const { code, err } = await distributeCommand(args, { PATH, DATABASE_URL: url }, folder);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^Name one service of the suite/),
      });
    },
  );

  it('2: neither a name nor DATABASE_URL', async () => {
    expect((await distributeCommand([], { PATH }, folder)).code).toBe(2);
  });

  it('1: a service whose rows belong to no company', async () => {
    await connected(url, (client) => client.query('DROP TABLE changes'));
    const { code, out, err } = await distributeCommand([], { PATH, DATABASE_URL: url }, folder);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('the service stays on one node');
  });
});
