import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore, type EarlierDatabase } from '@safety/testing';
import type { DataSource } from 'typeorm';
import { ForgetAddressesOfDisabledUsers1700000005850 } from './1700000005850-forget-addresses-of-disabled-users.js';
import { migrations } from './index.js';

let earlier: EarlierDatabase<DataSource>;
beforeAll(async () => {
  earlier = await databaseBefore('identity', ForgetAddressesOfDisabledUsers1700000005850, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
});
afterAll(() => earlier.drop());

it('of disabled users no other address than the present one is kept, of all others what was proven', async () => {
  const { owner, database } = earlier;
  for (const [disabled, email, proven] of [
    [true, 'gone-1@neutral.example', 'erased@demo.example'],
    [true, 'disabled@demo.example', 'disabled@demo.example'],
    [true, 'never-proven@demo.example', null],
    [false, 'corrected@demo.example', 'earlier@demo.example'],
  ])
    await owner.query(
      `WITH added AS (
         INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
         VALUES ($1, 1, $2, '', '', $3, '[]') RETURNING id, email)
       INSERT INTO credentials (user_id, email_key, proven_email_key) SELECT id, email, $4 FROM added`,
      [randomUUID(), email, disabled, proven],
    );
  await prepareDatabase({ ...database, migrations });
  expect(await owner.query('SELECT email_key, proven_email_key FROM credentials ORDER BY email_key')).toEqual(
    [
      { email_key: 'corrected@demo.example', proven_email_key: 'earlier@demo.example' },
      { email_key: 'disabled@demo.example', proven_email_key: 'disabled@demo.example' },
      { email_key: 'gone-1@neutral.example', proven_email_key: null },
      { email_key: 'never-proven@demo.example', proven_email_key: null },
    ],
  );
});
