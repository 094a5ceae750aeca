import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { prepareDatabase } from '@safety/persistence';
import { connected } from '@safety/testing';
import type pg from 'pg';
import { migrations } from '../migrations/index.js';
import { letOperatorIn } from './let-operator-in.js';

const name = `managed_${randomBytes(6).toString('hex')}`;
const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';

const urlOf = (role: string): string => {
  const url = new URL(adminUrl);
  [url.pathname, url.username, url.password] = [`/${name}`, `${name}_${role}`, role];
  return url.href;
};

afterAll(() =>
  connected(adminUrl, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`REVOKE CONNECT ON DATABASE postgres FROM ${name}_owner`);
    for (const role of ['service', 'operator', 'search', 'all_companies', 'owner'])
      await admin.query(`DROP ROLE IF EXISTS ${name}_${role}`);
  }),
);

it('an owner who is no superuser, as on a managed server, can prepare it too, and passes no wall', async () => {
  await connected(adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE ${name}_owner LOGIN CREATEDB CREATEROLE PASSWORD 'owner'`);
    await admin.query(`GRANT CONNECT ON DATABASE postgres TO ${name}_owner`);
  });
  const [serviceUrl, ownerUrl, operatorUrl] = ['service', 'owner', 'operator'].map(urlOf) as [
    string,
    string,
    string,
  ];
  const addresses = { DATABASE_URL: serviceUrl, OPERATOR_DATABASE_URL: operatorUrl };
  const settle = (owner: pg.ClientBase) => letOperatorIn(owner, addresses);
  for (const _ of ['first', 'again']) await prepareDatabase({ serviceUrl, ownerUrl, migrations, settle });
  await connected(operatorUrl, (operator) =>
    operator.query(
      `INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       VALUES (gen_random_uuid(), 'First', 'IE', 'Europe/Dublin', 'en')`,
    ),
  );
  const seen = (url: string) =>
    connected(url, async (client) => (await client.query('SELECT FROM companies')).rowCount);
  expect([await seen(operatorUrl), await seen(serviceUrl), await seen(ownerUrl)]).toEqual([1, 0, 0]);
});
