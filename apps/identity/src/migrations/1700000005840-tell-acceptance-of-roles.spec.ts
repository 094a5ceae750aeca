import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { TellAcceptanceOfRoles1700000005840 } from './1700000005840-tell-acceptance-of-roles.js';
import { migrations } from './index.js';

let earlier: EarlierDatabase<DataSource>;
beforeAll(async () => {
  earlier = await databaseBefore('identity', TellAcceptanceOfRoles1700000005840, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
});
afterAll(() => earlier.drop());

it('a role that tells nothing counts from now on as it did, others stay, in their order', async () => {
  const { owner } = earlier;
  const stored: Record<string, object[]> = {
    [randomUUID()]: [{ id: 'a' }, { id: 'b', accepted: false }, { id: 'c', accepted: true }],
    [randomUUID()]: [{ id: 'a', accepted: false }],
    [randomUUID()]: [],
  };
  for (const [id, roles] of Object.entries(stored))
    await owner.query(
      `INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
       VALUES ($1, 1, '', '', '', false, $2)`,
      [id, JSON.stringify(roles)],
    );
  const runner = owner.createQueryRunner();
  await new TellAcceptanceOfRoles1700000005840().up(runner).finally(() => runner.release());
  const rows: { id: string; roles: object[] }[] = await owner.query('SELECT id, roles FROM users');
  const told = (roles: object[]) => roles.map((role) => ({ accepted: true, ...role }));
  expect(Object.fromEntries(rows.map(({ id, roles }) => [id, roles]))).toEqual(
    Object.fromEntries(Object.entries(stored).map(([id, roles]) => [id, told(roles)])),
  );
});
