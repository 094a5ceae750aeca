import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { prepareDatabase } from '@safety/persistence';
import { connected } from '@safety/testing';
import type pg from 'pg';
import { migrations } from '../migrations/index.js';
import { letOperatorIn } from './let-operator-in.js';

const name = `managed_${randomBytes(6).toString('hex')}`;
const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** Roles that the cases make, beside those of the migrations and of the owner. */
const ROLES = ['service', 'operator', 'former', 'reader', 'stranger'];

const urlOf = (role: string): string => {
  const url = new URL(adminUrl);
  [url.pathname, url.username, url.password] = [`/${name}`, `${name}_${role}`, role];
  return url.href;
};

afterAll(() =>
  connected(adminUrl, async (admin) => {
    for (const database of [name, `${name}_other`])
      await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`REVOKE CONNECT ON DATABASE postgres FROM ${name}_owner`);
    for (const role of [...ROLES, 'search', 'all_companies', 'owner'])
      await admin.query(`DROP ROLE IF EXISTS ${name}_${role}`);
  }),
);

const prepare = (service: string, operator: string) => {
  const [serviceUrl, ownerUrl, operatorUrl] = [urlOf(service), urlOf('owner'), urlOf(operator)];
  const addresses = { DATABASE_URL: serviceUrl, OPERATOR_DATABASE_URL: operatorUrl };
  const settle = (owner: pg.ClientBase) => letOperatorIn(owner, addresses);
  return prepareDatabase({ serviceUrl, ownerUrl, migrations, settle });
};

/** How many companies each of these sees. */
const seen = (...roles: string[]) =>
  Promise.all(
    roles.map((role) =>
      connected(urlOf(role), async (client) => (await client.query('SELECT FROM companies')).rowCount),
    ),
  );

it('an owner who is no superuser, as on a managed server, can prepare it too, and passes no wall', async () => {
  await connected(adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE ${name}_owner LOGIN CREATEDB CREATEROLE PASSWORD 'owner'`);
    await admin.query(`GRANT CONNECT ON DATABASE postgres TO ${name}_owner`);
  });
  for (const _ of ['first', 'again']) await prepare('service', 'operator');
  await connected(urlOf('operator'), (operator) =>
    operator.query(
      `INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       VALUES (gen_random_uuid(), 'First', 'IE', 'Europe/Dublin', 'en')`,
    ),
  );
  expect(await seen('operator', 'service', 'owner')).toEqual([1, 0, 0]);
});

it('addresses that were mixed up leave nothing behind once they are right', async () => {
  await prepare('operator', 'service');
  expect(await seen('operator', 'service')).toEqual([0, 1]);
  await prepare('service', 'operator');
  expect(await seen('operator', 'service')).toEqual([1, 0]);
});

it('addresses that are mixed up while the service runs are refused, and open no wall', async () => {
  await connected(urlOf('service'), () =>
    expect(prepare('operator', 'service')).rejects.toThrow(
      `OPERATOR_DATABASE_URL names ${name}_service, which has connections open`,
    ),
  );
  expect(await seen('operator', 'service')).toEqual([1, 0]);
});

it('a role of operators loses what another one takes its place for; one that was let in to read keeps it', async () => {
  await connected(urlOf('owner'), async (owner) => {
    await owner.query(`CREATE ROLE ${name}_reader LOGIN PASSWORD 'reader'`);
    await owner.query(`GRANT CONNECT ON DATABASE ${name} TO ${name}_reader`);
    await owner.query(`GRANT USAGE ON SCHEMA public TO ${name}_reader`);
    await owner.query(`GRANT SELECT ON companies TO ${name}_reader`);
    await owner.query(`GRANT ${name}_all_companies TO ${name}_reader WITH INHERIT TRUE, SET FALSE`);
  });
  await prepare('service', 'former');
  expect(await seen('operator', 'former', 'reader')).toEqual([0, 1, 1]);
  await prepare('service', 'operator');
  expect(await seen('operator', 'former', 'reader', 'service')).toEqual([1, 0, 1, 0]);
});

it('a membership that another role has given to that of the service stops the preparation', async () => {
  await connected(adminUrl, (admin) =>
    admin.query(`GRANT ${name}_all_companies TO ${name}_service WITH INHERIT TRUE`),
  );
  await expect(prepare('service', 'operator')).rejects.toThrow(
    `DATABASE_URL names ${name}_service, which sees the rows of all companies: let an administrator`,
  );
  await connected(adminUrl, (admin) => admin.query(`REVOKE ${name}_all_companies FROM ${name}_service`));
});

it('a role of another database is refused', async () => {
  await connected(urlOf('owner'), async (owner) => {
    await owner.query(`CREATE DATABASE ${name}_other`);
    await owner.query(`CREATE ROLE ${name}_stranger LOGIN`);
    await owner.query(`GRANT CONNECT ON DATABASE ${name}_other TO ${name}_stranger`);
  });
  await expect(prepare('service', 'stranger')).rejects.toThrow(
    `OPERATOR_DATABASE_URL names ${name}_stranger, a role of the database ${name}_other: name another one for ${name}`,
  );
});
