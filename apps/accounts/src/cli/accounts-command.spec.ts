import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, type Envelope, type RecordedChange, type UserState } from '@safety/contracts';
import { prepareDatabase } from '@safety/persistence';
import { runCommand } from '@safety/platform/operator';
import {
  busSettingsOfTests,
  connected,
  describeDocumentedCommands,
  lockWaits,
  startApi,
  type TestApi,
} from '@safety/testing';
import pg from 'pg';
import { AccountsModule } from '../accounts.module.js';
import { takeTurns } from '../administration/kept-administrator.js';
import { settingsSchema } from '../config.js';
import { migrations } from '../migrations/index.js';
import { letOperatorIn } from '../operator/let-operator-in.js';
import { joinCompanies } from '../testing/many-companies.js';
import { statementsOf } from '../testing/statements.js';
import { accountsProgram } from './accounts-program.js';

const program = fileURLToPath(new URL('../cli.js', import.meta.url));
const PLACE = '0b5cbd0e-9a51-7c5e-8a77-0f8f6b1f2f10';
const NOBODY = '0b5cbd0e-9a51-7c5e-8a77-0f8f6b1f2f11';

/** The changes of the company by the commands of this spec, the newest first. */
const DONE_BY_OPERATORS = [
  'role_assignments archived externalId',
  'company_users archived assignments,externalId',
  'company_users changed canSignIn',
  'company_users changed canSignIn',
  'companies changed status',
  'companies changed status',
  'company_users changed displayName,email,familyName',
  'company_users changed displayName,email,familyName',
  // The same roles again.
  'company_users changed ',
  'role_assignments archived ',
  'company_users changed assignments',
  'role_assignments archived ',
  'role_assignments added orgStructureRelationshipIds,roleId,userId',
  'company_users changed assignments',
  'company_users changed ',
  'role_assignments added orgStructureRelationshipIds,roleId,userId',
  'company_users changed assignments',
  'role_assignments added orgStructureRelationshipIds,roleId,userId',
  'company_users added assignments,canSignIn,displayName,email,familyName,givenName,invitedAt,status',
  // The built-in roles.
  ...Array.from({ length: 6 }, () => 'roles added builtIn,name'),
  'companies added allowSelfApproval,countryCode,defaultApproverUserIds,defaultLocale,' +
    'isDemo,name,requireIfMatch,riskBands,status,timeZone',
];

interface Outcome {
  code: number;
  out: string;
  err: string;
}

let api: TestApi;
let owner: pg.Client;
let operatorUrl: URL;
let companyId: string;
let userId: string;
let lastRead = 0;

beforeAll(async () => {
  api = await startApi(AccountsModule, {
    name: 'accounts',
    settings: settingsSchema,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });
  owner = new pg.Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  operatorUrl = new URL(api.database.serviceUrl);
  operatorUrl.username = operatorUrl.username.replace(/service$/, 'operator');
  await letOperatorIn(owner, addresses(operatorUrl));
  await letOperatorIn(owner, addresses(operatorUrl));
});

afterAll(async () => {
  await owner.end();
  await api.close();
});

const addresses = (operator: URL) => ({
  DATABASE_URL: api.database.serviceUrl,
  OPERATOR_DATABASE_URL: operator.href,
});

const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  OPERATOR_DATABASE_URL: operatorUrl.href,
  REDIS_URL: process.env['REDIS_URL'],
  ...busSettingsOfTests('accounts'),
  IDENTITY_URL: api.issuer.url,
  CURSOR_SECRET: 'a-secret-for-cursors-in-tests-only',
});

async function cli(...args: string[]): Promise<Outcome> {
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => (text: string) => {
    written[stream] += `${text}\n`;
  };
  const code = await runCommand(accountsProgram, args, env(), to('out'), to('err'));
  return { code, ...written };
}

/** The document of a command that succeeds. */
async function json(...args: string[]) {
  const { code, out, err } = await cli(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

/** Payloads by name of the messages published since the last call. */
async function newMessages(): Promise<Record<string, unknown>> {
  const { rows } = await owner.query<{ id: string; envelope: Envelope }>(
    'SELECT id, envelope FROM outbox WHERE id > $1 ORDER BY id',
    [lastRead],
  );
  lastRead = Math.max(lastRead, ...rows.map(({ id }) => Number(id)));
  return Object.fromEntries(rows.map(({ envelope: { type, payload } }) => [type, payload]));
}

const as = async (path: string) => {
  const token = await api.issuer.token(userId);
  return (await api.send('GET', path, { headers: { authorization: `Bearer ${token}` } })).body;
};
const companies = async () => (await as('/companies/me')).data;
const memberships = async () => (await as('/internal/memberships/me')).companies;
const versions = async () =>
  (
    await owner.query<{ version: number }>('SELECT version FROM company_users WHERE id = $1', [userId])
  ).rows.map(({ version }) => version);
const addUser = ['add-user', '--given-name', 'Una', '--family-name', 'User', '--email'];

/** Runs `work` while the company has another administrator. */
async function withOtherAdmin(work: (id: string) => Promise<unknown>): Promise<void> {
  const id = randomUUID();
  await owner.query(
    `WITH added AS (
       INSERT INTO users (id, email, given_name, family_name) VALUES ($1::uuid, $3, 'O', 'A')),
     member AS (
       INSERT INTO company_users (company_id, id, email, given_name, family_name)
       VALUES ($2::uuid, $1::uuid, $3, 'O', 'A'))
     INSERT INTO role_assignments (company_id, id, user_id, role_id)
     SELECT $2::uuid, gen_random_uuid(), $1::uuid, id FROM roles WHERE company_id = $2 AND name = 'admin'`,
    [id, companyId, `${id}@works.example`],
  );
  await work(id);
  await owner.query(
    `WITH held AS (DELETE FROM role_assignments WHERE user_id = $1), member AS (DELETE FROM company_users WHERE id = $1)
     SELECT 1`,
    [id],
  );
  await owner.query('DELETE FROM users WHERE id = $1', [id]);
}

describe('the command line of accounts', () => {
  it('add-company: with the built-in roles', async () => {
    const added = await new Promise<Outcome>((resolve) => {
      const args = [
        'add-company',
        '--name',
        'First Works',
        '--country',
        'IE',
        '--time-zone',
        'Europe/Dublin',
      ];
      execFile(process.execPath, [program, ...args], { env: env() }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
    expect([added.code, added.err]).toEqual([0, '']);
    companyId = /^company_id: (\S+)\n$/.exec(added.out)?.[1] ?? '';
    const [company] = await json('companies');
    expect(company).toEqual({ id: companyId, name: 'First Works', status: 'active', users: 0 });
    const { rows } = await owner.query('SELECT built_in FROM roles WHERE company_id = $1', [companyId]);
    expect(rows.map(({ built_in }) => built_in).sort()).toEqual(Object.keys(builtInRoles).sort());
  });

  it('add-user: belongs to the company, and is published', async () => {
    const added = await json(...addUser, ' Una@works.example', '--company', companyId, '--role', 'Admin');
    userId = added.user_id;
    expect(await companies()).toMatchObject([
      { id: companyId, role: { name: 'admin' }, isEventManager: true },
    ]);
    const given = { resource: 'role_assignments', operation: 'added', actorUserId: null };
    expect(await newMessages()).toEqual({
      'company-changed.v1': expect.objectContaining({ id: companyId, version: 1 }),
      'accounts-resource-changed.v1': expect.objectContaining(given),
      'user-changed.v1': {
        ...{ id: userId, version: 1, email: 'Una@works.example', givenName: 'Una', familyName: 'User' },
        disabled: false,
        lastDisabledVersion: null,
        locale: null,
        timeZone: null,
        left: [],
        roles: [
          {
            ...{ id: expect.any(String), cid: companyId, rid: expect.any(String) },
            ...{ evm: true, accepted: false, managesClients: true, managesServiceClients: true },
          },
        ],
      },
      'company-user-changed.v1': {
        ...{
          userId,
          version: 1,
          belongs: true,
          displayName: 'Una User',
          email: 'Una@works.example',
          active: true,
          accepted: false,
        },
        assignments: [
          {
            ...{ id: expect.any(String), roleId: expect.any(String), roleName: 'admin' },
            ...{ isEventManager: true, permissions: [...builtInRoles.admin], orgStructureIds: [] },
          },
        ],
      },
      'memberships-changed.v1': { userIds: [userId] },
      'user-invited.v1': { userId, companyId, send: false },
    });
    expect((await cli('users', '--company', companyId)).out).toContain(
      'Una@works.example (Una User): admin in First Works',
    );
    expect(await json('users', '--company', NOBODY)).toEqual([]);
    // The user opens the company.
    await as(`/internal/memberships/me?companyId=${companyId}`);
    expect(await newMessages()).toMatchObject({
      'user-changed.v1': { version: 2, roles: [{ accepted: true }] },
      'company-user-changed.v1': { version: 2 },
      'memberships-changed.v1': { userIds: [userId] },
    });
  });

  it('grant: a role beside those held, at places; again it changes nothing', async () => {
    const grant = [
      'grant',
      'una@WORKS.example',
      '--company',
      companyId,
      '--role',
      'manager',
      '--place',
      PLACE,
    ];
    await json(...grant);
    await json(...grant);
    const [{ assignments }] = await memberships();
    expect(assignments).toMatchObject([
      { roleName: 'admin', orgStructureIds: [] },
      { roleName: 'manager', orgStructureIds: [PLACE] },
    ]);
  });

  it('set-roles, remove, disable-user 1: never the last administrator', async () => {
    const removals = [
      ['set-roles', userId, '--company', companyId, '--role', 'employee'],
      ['remove', userId, '--company', companyId],
      ['disable-user', userId],
    ];
    for (const removal of removals) {
      const { code, err } = await cli(...removal);
      expect([removal[0], code, err]).toEqual([removal[0], 1, expect.stringContaining('Nobody else holds')]);
    }
    expect(await memberships()).toMatchObject([{ assignments: [{ roleName: 'admin' }, {}] }]);
  });

  it('set-roles: these alone; a role that was held already is held since then', async () => {
    await json('set-roles', userId, '--company', companyId, '--role', 'admin,employee');
    const [{ assignments }] = await memberships();
    expect(assignments).toMatchObject([{ roleName: 'admin' }, { roleName: 'employee' }]);
    await withOtherAdmin(() => json('set-roles', userId, '--company', companyId, '--role', 'employee'));
    expect(await companies()).toMatchObject([{ role: { name: 'employee' }, isEventManager: false }]);
    const before = await memberships();
    await json('set-roles', userId, '--company', companyId, '--role', 'Employee');
    expect(await memberships()).toEqual(before);
  });

  it('grant: 1 for more than fifty roles in a company', async () => {
    await withOtherAdmin(async (id) => {
      await owner.query(
        `INSERT INTO role_assignments (company_id, id, user_id, role_id, org_structure_ids)
         SELECT company_id, gen_random_uuid(), user_id, role_id, ARRAY[gen_random_uuid()]
         FROM role_assignments, generate_series(1, 49) WHERE user_id = $1`,
        [id],
      );
      const { code, err } = await cli('grant', id, '--company', companyId, '--role', 'employee');
      expect([code, err]).toEqual([1, expect.stringContaining('roles: At most 50 roles in one company')]);
    });
  });

  it('change-user: what is given, and nothing else', async () => {
    await newMessages();
    await json('change-user', userId, '--email', 'una.user@works.example', '--family-name', 'Usher');
    expect((await newMessages())['user-changed.v1']).toMatchObject({
      ...{ email: 'una.user@works.example', givenName: 'Una', familyName: 'Usher' },
      roles: [{ cid: companyId }],
    });
    // A confirmation from before, which comes late, does not take its place.
    const { rows } = await owner.query(
      "SELECT email_changed_at > now() - interval '10 minutes' AS known FROM users WHERE id = $1",
      [userId],
    );
    expect(rows).toEqual([{ known: true }]);
    await json(
      'change-user',
      'Una.User@works.example',
      '--email',
      'Una@works.example',
      '--family-name',
      'User',
    );
  });

  it('suspend-company, resume-company: nobody works there, and again as before', async () => {
    await newMessages();
    await json('suspend-company', companyId);
    expect([await memberships(), (await companies())[0].status]).toEqual([[], 'suspended']);
    expect(await newMessages()).toEqual({
      'memberships-changed.v1': { userIds: [userId] },
      'company-changed.v1': expect.objectContaining({ id: companyId, status: 'suspended' }),
    });
    await json('suspend-company', companyId);
    expect(await newMessages()).toEqual({});
    await json('resume-company', companyId);
    expect(await memberships()).toHaveLength(1);
    expect((await cli('suspend-company', NOBODY)).err).toBe('No such company.\n');
  });

  it('disable-user, enable-user: belongs to nothing, and again with the roles of before', async () => {
    await newMessages();
    await json('disable-user', userId);
    expect([await companies(), await memberships()]).toEqual([[], []]);
    const { 'user-changed.v1': disabled, ...others } = await newMessages();
    expect(disabled).toMatchObject({ disabled: true, roles: [{ cid: companyId }] });
    const { version } = disabled as { version: number };
    expect(disabled).toMatchObject({ lastDisabledVersion: version });
    expect(others).toMatchObject({
      'company-user-changed.v1': { belongs: true, active: false, assignments: [{ roleName: 'employee' }] },
      'memberships-changed.v1': { userIds: [userId] },
    });
    await json('disable-user', userId);
    expect(await newMessages()).toEqual({});
    expect((await cli('users')).out).toContain('(Una User, disabled): employee in First Works');
    await json('enable-user', ` ${userId.toUpperCase()}`);
    expect(await memberships()).toHaveLength(1);
    expect(await newMessages()).toMatchObject({
      'user-changed.v1': { disabled: false, version: version + 1, lastDisabledVersion: version },
      'company-user-changed.v1': { active: true },
    });
  });

  it('tell-users: each user again, who stays the same in the company', async () => {
    await newMessages();
    const [before] = await versions();
    expect(await json('tell-users', '--company', companyId)).toEqual({ told: 1 });
    expect(await newMessages()).toMatchObject({
      'user-changed.v1': { id: userId, disabled: false },
      'company-user-changed.v1': {
        ...{ userId, displayName: 'Una User', version: before, assignments: [{ roleName: 'employee' }] },
      },
    });
    expect(await versions()).toEqual([before]);
    expect(await json('tell-users', '--company', NOBODY)).toEqual({ told: 0 });
  });

  it('users: all of more than one page, by address, each once', async () => {
    await owner.query(
      `INSERT INTO users (id, email, given_name, family_name)
       SELECT gen_random_uuid(), 'Many' || n || '@many.example', 'Many', 'User' FROM generate_series(1000, 2000) AS n`,
    );
    try {
      const emails = (await json('users')).map(({ email }: { email: string }) => email);
      const many = Array.from({ length: 1001 }, (_, index) => `Many${1000 + index}@many.example`);
      expect(emails).toEqual([...many, 'Una@works.example']);
      expect(await json('users', '--company', companyId)).toMatchObject([{ email: 'Una@works.example' }]);
    } finally {
      await owner.query("DELETE FROM users WHERE email LIKE 'Many%'");
    }
  });

  it('remove: out of the company, with no role or external id in it left', async () => {
    for (const [table, holder] of [
      ['company_users', 'id'],
      ['role_assignments', 'user_id'],
    ])
      await owner.query(
        `UPDATE ${table} SET external_id = 'hr-1' WHERE ${holder} = $1 AND archived_at IS NULL`,
        [userId],
      );
    await json('remove', userId, '--company', companyId);
    expect([await companies(), await memberships()]).toEqual([[], []]);
    expect(await newMessages()).toMatchObject({
      'user-changed.v1': { roles: [] },
      'company-user-changed.v1': { userId, belongs: false },
      'memberships-changed.v1': { userIds: [userId] },
    });
    expect((await cli('remove', userId, '--company', companyId)).err).toBe('No such membership.\n');
  });

  it('changes: what was done, the newest first, which no request sees', async () => {
    const changes = await json('changes', '--limit', '200');
    expect(changes.map(({ change }: { change: string }) => change)).toEqual([
      ...['membership-removed', 'user-enabled', 'user-disabled', 'company-resumed', 'company-suspended'],
      ...['user-changed', 'user-changed', 'roles-changed', 'roles-changed', 'roles-changed'],
      ...['roles-changed', 'roles-changed', 'user-added', 'company-added'],
    ]);
    expect((await cli('changes', '--limit', '1')).out).toMatch(
      new RegExp(`^\\S+Z {2}membership-removed {2}user ${userId} {2}company ${companyId}\n$`),
    );
  });

  describe('the role of the service has none of the rights of operators', () => {
    let service: pg.Client;
    beforeAll(async () => {
      service = new pg.Client({ connectionString: api.database.serviceUrl });
      await service.connect();
    });
    afterAll(() => service.end());
    const walled = ['operator_changes', 'users', 'companies', 'roles', 'role_assignments', 'company_users'];

    it.each([...walled, 'service_clients'])(
      '%s: no row, whatever the transaction says of itself',
      async (table) => {
        await service.query("BEGIN; SELECT set_config('app.operator', 'yes', true)");
        const { rows } = await service.query(`SELECT 1 FROM ${table}`);
        await service.query('ROLLBACK');
        expect(rows).toEqual([]);
      },
    );

    it.each([
      "INSERT INTO operator_changes (id, change, details) VALUES (gen_random_uuid(), 'x', '{}')",
      `INSERT INTO companies (id, name, country_code, time_zone, default_locale)
       VALUES (gen_random_uuid(), 'Mine', 'IE', 'UTC', 'en')`,
      "INSERT INTO users (id, email, given_name, family_name) VALUES (gen_random_uuid(), 'x', 'x', 'x')",
    ])('%s: refused', async (statement) => {
      await service.query("BEGIN; SELECT set_config('app.operator', 'yes', true)");
      await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
      await service.query('ROLLBACK');
    });

    it('may become neither the role of the command line nor the one that passes the walls', async () => {
      const { rows } = await service.query('SELECT all_companies_role() AS role');
      for (const role of [rows[0].role, operatorUrl.username])
        await expect(service.query(`SET ROLE ${role}`)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('the role of the command line owns nothing and passes no other wall', async () => {
    await connected(operatorUrl.href, async (operator) => {
      expect((await operator.query('SELECT 1 FROM companies')).rowCount).toBe(1);
      expect((await operator.query('SELECT 1 FROM changes')).rows).toEqual([]);
      for (const refused of [
        'DROP POLICY operator ON users',
        'CREATE TABLE mine (id int)',
        'DELETE FROM migrations',
      ])
        await expect(operator.query(refused)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('the preparation refuses the role of the service as that of the command line', async () => {
    const same = addresses(new URL(api.database.serviceUrl));
    await expect(letOperatorIn(owner, same)).rejects.toThrow('the role of the service: name another one');
  });

  it('the service does not start as the role of the command line', async () => {
    const { OPERATOR_DATABASE_URL: DATABASE_URL, ...given } = env();
    const main = fileURLToPath(new URL('../main.js', import.meta.url));
    const settings = { ...given, DATABASE_URL, AUTH_URL: api.issuer.authUrl, PORT: '0', METRICS_PORT: '0' };
    const [error, out] = await new Promise<[Error | null, string]>((resolve) =>
      execFile(process.execPath, [main], { env: settings }, (failed, stdout) => resolve([failed, stdout])),
    );
    expect(error).toMatchObject({ code: 1 });
    expect(out).toContain(`DATABASE_URL names ${operatorUrl.username}, which sees the rows of all companies`);
  });

  it.each<[string, string | (() => string) | undefined, string]>([
    ['without OPERATOR_DATABASE_URL', undefined, 'OPERATOR_DATABASE_URL is not set: give the address'],
    [
      'with another one than a database',
      'http://x',
      'OPERATOR_DATABASE_URL: has to be an address with postgres://',
    ],
    [
      'with a % in its password',
      'postgres://a:%@x/c',
      'OPERATOR_DATABASE_URL: has a % that stands for itself',
    ],
    [
      'with a mistyped name in its query',
      'postgres://a:b@x/c?sslMode=verify-full',
      'OPERATOR_DATABASE_URL: may have no other names in its query than sslmode,',
    ],
    [
      'with one that does not answer',
      'postgres://a:b@127.0.0.1:1/c',
      'The database at OPERATOR_DATABASE_URL does',
    ],
    [
      'with a database that is not there',
      () => Object.assign(new URL(operatorUrl), { pathname: '/nowhere' }).href,
      'The database at OPERATOR_DATABASE_URL cannot be used: database "nowhere" does not exist.',
    ],
  ])('%s: one sentence that says so', async (_, address, sentence) => {
    const err: string[] = [];
    const OPERATOR_DATABASE_URL = typeof address === 'function' ? address() : address;
    const given = { ...env(), DATABASE_URL: api.database.serviceUrl, OPERATOR_DATABASE_URL };
    const write = (text: string) => void err.push(text);
    expect(await runCommand(accountsProgram, ['companies'], given, () => undefined, write)).toBe(1);
    expect(err).toEqual([expect.stringContaining(sentence)]);
  });

  it('GET /audit: administrators of the company read there what was done in it', async () => {
    await withOtherAdmin(async (id) => {
      const headers = {
        authorization: `Bearer ${await api.issuer.token(id)}`,
        'x-company-context': companyId,
      };
      const read = async (query: string) => (await api.send('GET', `/audit?${query}`, { headers })).body.data;
      const changes = await read('actor=operator&limit=200');
      const said = changes.map(
        ({ resource, operation, members }: RecordedChange & { resource: string }) =>
          `${resource} ${operation} ${members
            .map(({ member }) => member)
            .toSorted()
            .join()}`,
      );
      expect(said).toEqual(DONE_BY_OPERATORS);
      expect(new Set(changes.map((one: RecordedChange) => one.changedByUserId))).toEqual(new Set([null]));
      expect(await read('actor=system')).toEqual([]);
      const rows = { company_users: '/users', roles: '/roles', role_assignments: '/roleassignments' };
      const ofRows = changes.filter(({ resource }: { resource: string }) => resource in rows);
      expect(new Set(ofRows.map(({ resource }: { resource: string }) => resource)).size).toBe(3);
      for (const { resource, id: rowId, version } of ofRows) {
        const path = `${rows[resource as keyof typeof rows]}/${rowId}/audit?limit=200`;
        const { data } = (await api.send('GET', path, { headers })).body;
        const found = data.find((one: RecordedChange) => one.version === version);
        expect([path, found?.actor]).toEqual([path, 'operator']);
      }
      // The user accepted: that was not the operator.
      expect(await read('actor=user')).toMatchObject([
        {
          resource: 'company_users',
          id: userId,
          changedByUserId: userId,
          members: [{ member: 'acceptedAt' }],
        },
      ]);
    });
  });

  it('publishes what was done from its record, under the numbers of it', async () => {
    const { rows } = await owner.query<{ resource: string; type: string }>(
      `SELECT c.resource, o.envelope ->> 'type' AS type
       FROM changes AS c LEFT JOIN outbox AS o ON o.envelope -> 'change'
         = jsonb_build_object('transactionId', c.transaction_id::text, 'number', c.number::text)
       WHERE c.by_operator ORDER BY c.number`,
    );
    const states = { companies: 'company-changed.v1', company_users: 'company-user-changed.v1' };
    const typeOf = (resource: string) =>
      states[resource as keyof typeof states] ?? 'accounts-resource-changed.v1';
    expect(rows.map(({ type }) => type)).toEqual(rows.map(({ resource }) => typeOf(resource)));
    expect(rows).toHaveLength(DONE_BY_OPERATORS.length);
  });

  const company = (changes: Record<string, string>): string[] => {
    const fields = { name: 'Second', country: 'IE', 'time-zone': 'Europe/Dublin', ...changes };
    return ['add-company', ...Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value])];
  };
  const inCompany =
    (...args: string[]): (() => string[]) =>
    () => [...args, '--company', companyId];

  it.each<[string, () => string[], number, string]>([
    ['no command', () => [], 2, 'No command given: see --help.'],
    ['an unknown command', () => ['constructor'], 2, 'Unknown command constructor: see --help.'],
    ['an unknown option', () => ['users', '--all'], 2, "Unknown option '--all'"],
    ['one parameter too few', () => ['disable-user'], 2, 'It is disable-user <user>'],
    ['a company without a name', () => ['add-company'], 1, 'name: '],
    ['a name of blanks', () => company({ name: '  ' }), 1, 'name: '],
    [
      'a country in small letters',
      () => company({ country: 'ie' }),
      1,
      'country: Must be two capital letters',
    ],
    ['no country', () => company({ country: 'XQ' }), 1, 'country: Is no country'],
    ['no time zone', () => company({ 'time-zone': 'Mars/Base' }), 1, 'timeZone: There is no such time zone'],
    [
      'a time zone that PostgreSQL does not know',
      () => company({ 'time-zone': 'US/Pacific-New' }),
      1,
      'timeZone: There is no such time zone',
    ],
    ['no language', () => company({ locale: 'not_one' }), 1, 'locale: Is no language tag'],
    ['no address', inCompany(...addUser, 'una', '--role', 'admin'), 1, 'email: Must be an e-mail address.'],
    [
      'an address that is taken, in other letters',
      inCompany(...addUser, 'UNA@works.example', '--role', 'admin'),
      1,
      'A user with this e-mail address exists already.',
    ],
    ['no role', inCompany(...addUser, 'b@works.example'), 1, 'roles: Must name a role.'],
    [
      'a role the company does not have',
      inCompany(...addUser, 'b@works.example', '--role', 'king'),
      1,
      'roles/0: No role king in this company, which has admin, employee, eventManager, ',
    ],
    [
      'a place that is no id',
      inCompany(...addUser, 'b@works.example', '--role', 'admin', '--place', 'North'),
      1,
      'places/0: ',
    ],
    ['no company', () => [...addUser, 'b@works.example', '--role', 'admin'], 1, 'company: '],
    [
      'a company that is not there',
      () => ['grant', userId, '--role', 'admin', '--company', NOBODY],
      1,
      'No such company.',
    ],
    ['a user who is not there', inCompany('grant', 'b@works.example', '--role', 'admin'), 1, 'No such user.'],
    ['nothing to change', () => ['change-user', userId], 2, 'change-user needs something to change.'],
    ['no name', () => ['change-user', userId, '--given-name', ' '], 1, 'givenName: '],
    ['a user to disable who is not there', () => ['disable-user', NOBODY], 1, 'No such user.'],
    ['an id that is none', () => ['tell-companies', '--company', 'works'], 2, '--company must be an id,'],
    ['a number that is none', () => ['changes', '--limit', 'x'], 2, '--limit must be a whole number, not x.'],
  ])('%s: one sentence and its exit code, and nothing changes', async (_, args, code, sentence) => {
    const outcome = await cli(...args());
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toContain(sentence);
    expect(outcome.err.trimEnd()).not.toContain('\n');
    expect(await newMessages()).toEqual({});
    expect(await json('users')).toHaveLength(1);
  });

  it('--help: what there is, without any setting', async () => {
    const out: string[] = [];
    const code = await runCommand(
      accountsProgram,
      ['--help'],
      {},
      (text) => void out.push(text),
      () => undefined,
    );
    expect([code, out.join()]).toEqual([0, expect.stringContaining('npx --yes pnpm accounts <command>')]);
    for (const name of ['add-company', 'add-user', 'set-roles <user>', 'remove <user>', 'changes'])
      expect(out.join()).toContain(name);
  });

  it('works while Redis is away: what it changed is published when Redis is back', async () => {
    const away = { ...env(), REDIS_URL: 'redis://127.0.0.1:1' };
    const args = [...addUser, 'c@works.example', '--company', companyId, '--role', 'employee'];
    const fail = (text: string) => expect(text).toBe('');
    expect(await runCommand(accountsProgram, args, away, () => undefined, fail)).toBe(0);
    expect(Object.keys(await newMessages())).toHaveLength(5);
  });

  it('suspend-company: the service clients of the company are published as its users are', async () => {
    const clientId = randomUUID();
    await owner.query(
      `INSERT INTO service_clients (company_id, id, name, status, acts_for_itself)
       VALUES ($1, $2, 'Reporting', 'active', true)`,
      [companyId, clientId],
    );
    await json('suspend-company', companyId);
    expect((await newMessages())['memberships-changed.v1']).toMatchObject({
      userIds: expect.arrayContaining([clientId]),
    });
    await json('resume-company', companyId);
  });

  it('tell-companies: what somebody writes at the same moment is told, and no older state behind it', async () => {
    await newMessages();
    await owner.query('BEGIN');
    const [written] = (
      await owner.query<{ version: number }>(
        'UPDATE companies SET version = version + 1 WHERE id = $1 RETURNING version',
        [companyId],
      )
    ).rows;
    const told = cli('tell-companies', '--company', companyId);
    await lockWaits(owner);
    await owner.query('COMMIT');
    expect((await told).code).toBe(0);
    expect(await newMessages()).toEqual({
      'company-changed.v1': expect.objectContaining({ id: companyId, version: written?.version }),
    });
  });

  it('add-user 1: a role that is archived at the same moment', async () => {
    await owner.query(
      "INSERT INTO roles (company_id, id, name, permissions) VALUES ($1, gen_random_uuid(), 'leaver', '{}')",
      [companyId],
    );
    await owner.query('BEGIN');
    await takeTurns(owner, [companyId]);
    const added = cli(...addUser, 'd@works.example', '--company', companyId, '--role', 'leaver');
    await lockWaits(owner);
    await owner.query("UPDATE roles SET archived_at = now() WHERE name = 'leaver'");
    await owner.query('COMMIT');
    expect(await added).toMatchObject({ code: 1, err: expect.stringContaining('No role leaver') });
  });

  it('disable-user 1: the last administrator of a company that is joined at the same moment', async () => {
    const { user_id: joining = '' } = await json(
      ...addUser,
      'e@works.example',
      ...['--company', companyId, '--role', 'employee'],
    );
    await owner.query('BEGIN');
    await takeTurns(owner, [companyId]);
    const disabled = cli('disable-user', joining);
    await lockWaits(owner);
    const { company_id: joined } = await json(
      ...['add-company', '--name', 'Joined Works', '--country', 'IE', '--time-zone', 'Europe/Dublin'],
    );
    await json('grant', joining, '--company', joined, '--role', 'admin');
    await owner.query('COMMIT');
    expect(await disabled).toMatchObject({ code: 1, err: expect.stringContaining('Nobody else holds') });
  });

  it('change-user 1: an address that somebody else gets at the same moment', async () => {
    await owner.query('BEGIN');
    const { rowCount } = await owner.query(
      "UPDATE users SET email = 'same@works.example' WHERE email = 'c@works.example'",
    );
    expect(rowCount).toBe(1);
    const changed = cli('change-user', userId, '--email', 'Same@works.example');
    await lockWaits(owner);
    await owner.query('COMMIT');
    expect(await changed).toMatchObject({
      code: 1,
      err: expect.stringContaining('A user with this e-mail address exists already.'),
    });
  });

  it('remove, grant: services learn of the version that left, however late they learn of it', async () => {
    const grant = ['grant', userId, '--company', companyId, '--role', 'employee'];
    const publishedAfter = async (...args: string[]) => {
      await json(...args);
      return (await newMessages())['user-changed.v1'] as UserState;
    };
    await publishedAfter(...grant);
    const { version, left } = await publishedAfter('remove', userId, '--company', companyId);
    expect(left).toEqual([]);
    expect(await publishedAfter(...grant)).toMatchObject({
      version: version + 1,
      left: [{ cid: companyId, version }],
    });
    // Another role is no other membership.
    const replaced = await publishedAfter('set-roles', userId, '--company', companyId, '--role', 'manager');
    expect(replaced).toMatchObject({ version: version + 2, left: [{ cid: companyId, version }] });
  });

  it('remove, grant: a user comes back as a new one would, without the seat of a default approver', async () => {
    const [seat] = (
      await owner.query<{ version: number }>(
        'UPDATE companies SET default_approver_user_ids = $2, version = version + 1 WHERE id = $1 RETURNING version',
        [companyId, [userId]],
      )
    ).rows;
    await as(`/internal/memberships/me?companyId=${companyId}`);
    await owner.query(`UPDATE company_users SET custom_fields = '{"badge": 7}' WHERE id = $1`, [userId]);
    const invitation = async () =>
      (
        await owner.query('SELECT accepted_at, invited_at, custom_fields FROM company_users WHERE id = $1', [
          userId,
        ])
      ).rows[0];
    const before = await invitation();
    expect(before.accepted_at).not.toBeNull();
    await newMessages();
    await json('remove', userId, '--company', companyId);
    expect(await newMessages()).toMatchObject({
      'company-changed.v1': { version: (seat?.version ?? 0) + 1, defaultApproverUserIds: [] },
      'memberships-changed.v1': { userIds: expect.not.arrayContaining([userId]) },
    });
    const { rows: recorded } = await owner.query(
      "SELECT members FROM changes WHERE resource = 'companies' ORDER BY number DESC LIMIT 1",
    );
    expect(recorded[0].members).toMatchObject([{ member: 'defaultApproverUserIds', from: [userId], to: [] }]);
    await json('change-user', userId, '--email', 'una.new@works.example', '--family-name', 'Newname');
    await json('grant', userId, '--company', companyId, '--role', 'employee');
    expect(await newMessages()).toMatchObject({
      'company-user-changed.v1': { displayName: 'Una Newname', email: 'una.new@works.example' },
      'user-changed.v1': { roles: [{ cid: companyId, accepted: false }] },
    });
    const { accepted_at, invited_at, custom_fields } = await invitation();
    expect([accepted_at, invited_at > before.invited_at, custom_fields]).toEqual([null, true, {}]);
  });

  it('change-user: replaces what an open invitation says of a disabled user, and of nobody else', async () => {
    const known = async () => {
      const text = 'SELECT email, given_name, family_name, can_sign_in FROM company_users WHERE id = $1';
      return (await owner.query(text, [userId])).rows;
    };
    const before = await known();
    await json('change-user', userId, '--family-name', 'Other');
    await json('disable-user', userId);
    expect(await known()).toEqual(before);
    await newMessages();
    const erased = ['--email', 'erased@works.example', '--given-name', 'Erased', '--family-name', 'User'];
    await json('change-user', userId, ...erased);
    expect((await newMessages())['company-user-changed.v1']).toMatchObject({
      ...{ email: 'erased@works.example', displayName: 'Erased User' },
    });
    const [{ can_sign_in }] = before;
    const names = { given_name: 'Erased', family_name: 'User' };
    expect(await known()).toEqual([{ email: 'erased@works.example', ...names, can_sign_in }]);
    const again = ['--email', 'una.new@works.example', '--given-name', 'Una', '--family-name', 'Newname'];
    await json('change-user', userId, ...again);
    await json('enable-user', userId);
    expect(await known()).toEqual(before);
  });

  it('of a user of many companies: as many statements as of few, and the record and message of each', async () => {
    const sql = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;
    const userOf = async (count: number) => {
      const email = `of-${count}@works.example`;
      const { user_id: id } = await json(...addUser, email, '--company', companyId, '--role', 'employee');
      return { id, companyIds: (await joinCompanies(sql, id, count)).sort() };
    };
    const [few, many] = [await userOf(2), await userOf(60)];
    for (const [command = '', ...options] of [
      ['disable-user'],
      ['enable-user'],
      ['change-user', '--given-name', "Uma\\ 'O"],
    ]) {
      const sent = (id: string) => statementsOf(operatorUrl.username, () => json(command, id, ...options));
      expect([command, (await sent(many.id)).length]).toEqual([command, (await sent(few.id)).length]);
    }
    const records = await sql(
      `SELECT c.company_id AS id, c.version, c.by_operator, c.actor_user_id, c.members, o.envelope->'payload' AS state
       FROM changes AS c JOIN outbox AS o ON o.envelope->'change'->>'number' = c.number::text
         AND o.envelope->>'companyId' = c.company_id::text
       WHERE c.resource = 'company_users' AND c.id = $1 AND c.company_id = ANY ($2) ORDER BY c.company_id, c.number`,
      [many.id, many.companyIds],
    );
    const by = { by_operator: true, actor_user_id: null };
    expect(records).toMatchObject(
      many.companyIds.flatMap((id) => [
        { ...by, id, version: 2, state: { version: 2, active: false, assignments: [{ roleName: 'admin' }] } },
        { ...by, id, version: 3, state: { version: 3, active: true } },
        {
          ...{ ...by, id, version: 4, state: { version: 4, displayName: "Uma\\ 'O User" } },
          members: [
            { member: 'givenName', from: 'Una', to: "Uma\\ 'O" },
            { member: 'displayName', to: "Uma\\ 'O User" },
          ],
        },
      ]),
    );
  });

  it('change-user 1: while companies have yet to learn of a change by the user; disable-user 0', async () => {
    const [{ number }] = (
      await owner.query(
        "INSERT INTO own_changes (user_id, given_name) VALUES ($1, 'Ulla') RETURNING number",
        [userId],
      )
    ).rows;
    await owner.query(
      `INSERT INTO due_own_companies (user_id, company_id, change_number, due_at) VALUES ($1, $2, $3, 'infinity')`,
      [userId, companyId, number],
    );
    expect(await cli('change-user', userId, '--given-name', 'Ursula')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Companies of the user have yet to learn of a change by the user.'),
    });
    for (const command of ['disable-user', 'enable-user']) await json(command, userId);
    await owner.query('DELETE FROM due_own_companies WHERE user_id = $1', [userId]);
    await owner.query('DELETE FROM own_changes WHERE user_id = $1', [userId]);
    await json('change-user', userId, '--given-name', 'Una');
  });

  it('remove 1: beside an administrator who removes the other one at the same moment, one stays', async () => {
    await json('grant', userId, '--company', companyId, '--role', 'admin');
    await withOtherAdmin(async (otherId) => {
      const token = await api.issuer.token(userId);
      const headers = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
      const [byCommand, byRequest] = await Promise.all([
        cli('remove', userId, '--company', companyId),
        api.send('DELETE', `/users/${otherId}`, { headers }),
      ]);
      expect([byCommand.code === 0, byRequest.status === 204].filter(Boolean)).toHaveLength(1);
    });
  });
});

describeDocumentedCommands('accounts', accountsProgram.commands);
