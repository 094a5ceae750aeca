import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRoles, usualRiskBands } from '@safety/contracts';
import { demoCompanies, demoQuarries, demoUsers, otherWorks, placeId } from '@safety/demo-data';
import { obstaclesTo, prepareDatabase, seedTransaction } from '@safety/persistence';
import { type Answer, describeService, startApi, type TestApi } from '@safety/testing';
import { AccountsModule } from '../accounts.module.js';
import { addDemoAccounts } from '../demo/demo-accounts.js';
import { migrations } from '../migrations/index.js';
import { accountsService } from '../service-options.js';
import { keepMemberships } from '../testing/keep-memberships.js';
import { joinCompanies } from '../testing/many-companies.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(AccountsModule, {
    ...accountsService,
    keepMemberships,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });
  await addDemoAccounts(api.database.serviceUrl);
});

afterAll(() => api.close());

/** Runs SQL as the owner, whom no wall stops. */
async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await api.database.transaction('owner', async (client) => {
    found = (await client.query(text, values)).rows;
  });
  return found;
}

const userId = (email: string) => demoUsers.find((user) => user.email === email)?.id ?? '';

/** Asks as a user, at a client of a company where one is given. */
async function get(path: string, user: string, clientCompany?: string): Promise<Answer> {
  const token = await api.issuer.token(user, clientCompany ? { claims: { company_id: clientCompany } } : {});
  return api.send('GET', path, { headers: { authorization: `Bearer ${token}` } });
}

async function newUser(companies = 1, { names = (at: number) => `Company ${at}` } = {}): Promise<string> {
  const user = randomUUID();
  await sql('INSERT INTO users (id, email, given_name, family_name) VALUES ($1, $2, $3, $3)', [
    user,
    user,
    'Una',
  ]);
  for (let at = 0; at < companies; at += 1) await join(user, await newCompany(names(at)));
  return user;
}

async function newCompany(name: string): Promise<string> {
  const id = randomUUID();
  await sql(
    "INSERT INTO companies (id, name, country_code, time_zone, default_locale) VALUES ($1, $2, 'IE', 'Europe/Dublin', 'en')",
    [id, name],
  );
  return id;
}

async function join(
  user: string,
  company: string,
  builtIn = 'employee',
  places: string[] = [],
): Promise<string> {
  const role = randomUUID();
  await sql('INSERT INTO roles (company_id, id, name, built_in) VALUES ($1, $2, $3, $4)', [
    company,
    role,
    role,
    builtIn,
  ]);
  await sql(
    `INSERT INTO company_users (company_id, id, email, given_name, family_name)
     VALUES ($1, $2, $2::uuid::text, 'Una', 'Una') ON CONFLICT DO NOTHING`,
    [company, user],
  );
  await sql(
    `INSERT INTO role_assignments (company_id, id, user_id, role_id, org_structure_ids)
     VALUES ($1, gen_random_uuid(), $2, $3, $4)`,
    [company, user, role, places],
  );
  return role;
}

describe('GET /companies/me', () => {
  it('200: the companies of the caller, by name, with role and envelope', async () => {
    const { status, body } = await get('/companies/me', userId('both@demo.example'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        id: demoQuarries.id,
        name: 'Demo Quarries',
        countryCode: 'IE',
        timeZone: 'Europe/Dublin',
        isDemo: true,
      },
      { id: otherWorks.id, role: { name: 'admin' }, isEventManager: true, status: 'active' },
    ]);
    expect(body.page).toMatchObject({ limit: 50, hasMore: false, nextCursor: null, totalCount: null });
    expect(Date.parse(body.data[0].joinedAt)).toBeLessThanOrEqual(Date.now());
  });

  it('200: joinedAt is when the user accepted, whatever roles came and went since', async () => {
    const user = await newUser(0);
    const company = await newCompany('Of old');
    await join(user, company);
    const joined = async () => (await get('/companies/me', user)).body.data[0].joinedAt;
    const change = (set: string) =>
      sql(`UPDATE company_users SET ${set} WHERE company_id = $1 AND id = $2`, [company, user]);
    await change("created_at = '2020-01-01'");
    expect(await joined()).toBe('2020-01-01T00:00:00.000Z');
    await change("invited_at = '2021-01-01'");
    expect(await joined()).toBe('2021-01-01T00:00:00.000Z');
    await change("accepted_at = '2021-01-02'");
    expect(await joined()).toBe('2021-01-02T00:00:00.000Z');
  });

  it.each([
    ['manager@demo.example', 'eventManager', true],
    ['employee@demo.example', 'employee', false],
    ['admin@demo.example', 'admin', true],
  ])('200: %s is %s', async (email, role, isEventManager) => {
    const { body } = await get('/companies/me', userId(email));
    expect(body.data).toMatchObject([{ id: demoQuarries.id, role: { name: role }, isEventManager }]);
  });

  it('200: of several roles the one that counts everywhere', async () => {
    const user = await newUser(0);
    const company = await newCompany('Two roles');
    await join(user, company, 'eventManager', [randomUUID()]);
    const everywhere = await join(user, company, 'employee');
    const { body } = await get('/companies/me', user);
    expect(body.data).toMatchObject([{ role: { id: everywhere }, isEventManager: true }]);
  });

  it.each([
    ['a user who is in no company', async () => newUser(0)],
    ['a user that accounts does not know', async () => randomUUID()],
  ])('200 with nothing: %s', async (_, user) => {
    const { status, body } = await get('/companies/me', await user());
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
  });

  it('200 with nothing: a disabled user', async () => {
    const user = await newUser(2);
    await sql('UPDATE users SET disabled_at = now() WHERE id = $1', [user]);
    expect((await get('/companies/me', user)).body.data).toEqual([]);
  });

  it('200: a suspended company says so', async () => {
    const user = await newUser(2);
    const [first] = (await get('/companies/me', user)).body.data;
    await sql("UPDATE companies SET status = 'suspended' WHERE id = $1", [first.id]);
    const { body } = await get('/companies/me', user);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['suspended', 'active']);
    expect((await get('/companies/me?status=active', user)).body.data).toHaveLength(1);
  });

  it('200: pages of two follow each other, of equal names too', async () => {
    const user = await newUser(5, { names: (at) => ['alpha', 'Beta', 'beta', 'Beta', 'gamma'][at] ?? '' });
    const all = (await get('/companies/me', user)).body.data.map(({ id }: { id: string }) => id);
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(`/companies/me?limit=2${cursor && `&cursor=${cursor}`}`, user);
      walked.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.page.hasMore) break;
      cursor = body.page.nextCursor;
    }
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(5);
    const foreign = (await get('/companies/me?limit=2', user)).body.page.nextCursor;
    expect((await get(`/companies/me?limit=2&cursor=${foreign}`, userId('both@demo.example'))).status).toBe(
      400,
    );
  });

  it('200: a user of 500 companies sees each once, page by page', async () => {
    const user = await newUser(0);
    await joinCompanies(sql, user, 500);
    const seen = new Set<string>();
    let cursor = '';
    do {
      const { status, body } = await get(`/companies/me?limit=200&includeTotal=true${cursor}`, user);
      expect([status, body.page.totalCount]).toEqual([200, 500]);
      for (const { id } of body.data) seen.add(id);
      cursor = body.page.hasMore ? `&cursor=${body.page.nextCursor}` : '';
    } while (cursor);
    expect(seen.size).toBe(500);
  });

  it('200: search, ids, total and fields', async () => {
    const user = userId('both@demo.example');
    const names = async (query: string) =>
      (await get(`/companies/me?${query}`, user)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('q=quarr')).toEqual(['Demo Quarries']);
    expect(await names('q=WORKS BV')).toEqual(['Other Works']);
    // Across the name and the legal name.
    expect(await names('q=works other')).toEqual([]);
    expect(await names('q=%25%25')).toEqual([]);
    expect(await names(`ids=${otherWorks.id},${randomUUID()}`)).toEqual(['Other Works']);
    expect((await get('/companies/me?includeTotal=true&limit=1', user)).body.page.totalCount).toBe(2);
    const [row] = (await get('/companies/me?fields=name', user)).body.data;
    expect(Object.keys(row).sort()).toEqual(['id', 'name']);
  });

  describe('at a client of a company', () => {
    const both = userId('both@demo.example');

    it('200: that company alone, in the total too, whatever else is asked for', async () => {
      const { body } = await get('/companies/me?includeTotal=true', both, otherWorks.id);
      expect(body.data).toMatchObject([{ id: otherWorks.id, role: { name: 'admin' } }]);
      expect(body.page).toMatchObject({ totalCount: 1, hasMore: false });
      for (const query of [`ids=${demoQuarries.id}`, 'q=quarr'])
        expect((await get(`/companies/me?${query}`, both, otherWorks.id)).body.data).toEqual([]);
    });

    it('200 with nothing: a company that the user does not belong to', async () => {
      expect((await get('/companies/me', both, randomUUID())).body.data).toEqual([]);
    });

    it('400 invalid-cursor: one that the client of an operator was given', async () => {
      const { nextCursor } = (await get('/companies/me?limit=1', both)).body.page;
      const { status, body } = await get(`/companies/me?limit=1&cursor=${nextCursor}`, both, otherWorks.id);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-cursor' });
    });
  });

  it.each([
    ['unknown-parameter', 'sort=name'],
    ['unknown-parameter', 'modifiedSince=2026-01-01T00:00:00Z'],
    ['too-many-ids', `ids=${Array.from({ length: 101 }, () => randomUUID()).join(',')}`],
    ['invalid-parameter', 'limit=0'],
    ['invalid-parameter', 'status=closed'],
    ['invalid-parameter', 'fields=secrets'],
    ['invalid-cursor', 'cursor=abc.def'],
  ])('400 %s: %s', async (code, query) => {
    const { status, body } = await get(`/companies/me?${query}`, userId('both@demo.example'));
    expect({ status, code: body.code }).toEqual({ status: 400, code });
  });

  it('403 insufficient-scope: a token for the business API alone', async () => {
    const token = await api.issuer.token(randomUUID(), { claims: { scope: 'resources_business_api' } });
    const { status, body } = await api.send('GET', '/companies/me', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient-scope' });
  });
});

describe('GET /internal/memberships/me', () => {
  it('200: roles with their permissions, places and the settings of the company', async () => {
    const user = userId('manager@demo.example');
    const { status, body } = await get('/internal/memberships/me', user);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: user,
      companies: [{ companyId: demoQuarries.id, requireIfMatch: false, riskBands: usualRiskBands }],
    });
    const [{ timeZone, assignments }] = body.companies;
    expect(timeZone).toBe('Europe/Dublin');
    expect(assignments).toMatchObject([
      {
        roleName: 'eventManager',
        isEventManager: true,
        permissions: builtInRoles.eventManager,
        orgStructureIds: [placeId(demoQuarries, 'North Quarry')],
      },
    ]);
  });

  it('200 at a client of a company: the membership there alone', async () => {
    const both = userId('both@demo.example');
    const { body } = await get('/internal/memberships/me', both, otherWorks.id);
    expect(body).toMatchObject({ userId: both, companies: [{ companyId: otherWorks.id }] });
    expect(body.companies).toHaveLength(1);
    expect((await get('/internal/memberships/me', both, randomUUID())).body.companies).toEqual([]);
  });

  it('200 without a suspended company; of a disabled user without any', async () => {
    const user = await newUser(2);
    const [first, second] = (await get('/internal/memberships/me', user)).body.companies;
    await sql("UPDATE companies SET status = 'suspended' WHERE id = $1", [first.companyId]);
    expect((await get('/internal/memberships/me', user)).body.companies).toEqual([second]);
    await sql('UPDATE users SET disabled_at = now() WHERE id = $1', [user]);
    expect((await get('/internal/memberships/me', user)).body).toEqual({ userId: user, companies: [] });
  });

  it('200: an own role of the company allows what it lists', async () => {
    const user = await newUser(0);
    const company = await newCompany('Own roles');
    const role = await join(user, company);
    await sql("UPDATE roles SET built_in = NULL, permissions = '{users.read,moon.fly}' WHERE id = $1", [
      role,
    ]);
    const { body } = await get('/internal/memberships/me', user);
    expect(body.companies[0].assignments[0]).toMatchObject({
      permissions: ['users.read'],
      isEventManager: false,
    });
  });

  it("200: a company's own risk bands, which begin one above the other", async () => {
    const [user, company] = [await newUser(0), await newCompany('Own bands')];
    await join(user, company);
    const set = (bands: object) =>
      sql('UPDATE companies SET risk_bands = $2 WHERE id = $1', [company, JSON.stringify(bands)]);
    const own = { medium: 3, high: 8, veryHigh: 12 };
    await set(own);
    expect((await get('/internal/memberships/me', user)).body.companies[0].riskBands).toEqual(own);
    for (const wrong of [
      { ...own, medium: 1 },
      { ...own, high: 12 },
      { ...own, veryHigh: 26 },
      { medium: 3 },
    ])
      await expect(set(wrong)).rejects.toThrow('risk_bands');
  });

  it('200 for a token of the business API alone', async () => {
    const token = await api.issuer.token(userId('both@demo.example'), {
      claims: { scope: 'resources_business_api' },
    });
    const answer = await api.send('GET', '/internal/memberships/me', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.body.companies).toHaveLength(2);
  });
});

describe('the demo', () => {
  it('publishes every company and user once, however often it is added', async () => {
    const count = async () =>
      (await sql('SELECT envelope FROM outbox ORDER BY id')).map(({ envelope }) => envelope);
    const before = await count();
    const belonging = demoUsers.flatMap(({ roles }) => roles);
    const companies = demoCompanies.map(({ id, name, timeZone }) => ({
      ...{ type: 'company-changed.v1', companyId: id },
      payload: { id, version: 1, name, timeZone, status: 'active' },
    }));
    expect(before.slice(0, companies.length)).toMatchObject(companies);
    const others = before.slice(companies.length);
    const ofInvitation = ['user-invited.v1', 'user-changed.v1', 'company-user-changed.v1'];
    expect(others.slice(0, 3).map((envelope) => (envelope as { type: string }).type)).toEqual(ofInvitation);
    expect(others).toHaveLength(3 + demoUsers.length + belonging.length + 1);
    const both = demoUsers.at(-1);
    expect(before.slice(-3, -1)).toMatchObject(
      [demoQuarries, otherWorks].map(({ id }) => ({
        type: 'company-user-changed.v1',
        companyId: id,
        payload: { userId: both?.id, belongs: true },
      })),
    );
    expect(before.at(-4)).toMatchObject({
      type: 'user-changed.v1',
      companyId: null,
      payload: {
        id: both?.id,
        email: 'both@demo.example',
        disabled: false,
        roles: [{ evm: true }, { evm: true }],
      },
    });
    expect(before.at(-1)).toMatchObject({
      type: 'memberships-changed.v1',
      payload: { userIds: demoUsers.map(({ id }) => id) },
    });
    await addDemoAccounts(api.database.serviceUrl);
    expect(await count()).toEqual(before);
  });
});

describe('the wall around a user', () => {
  it('shows one user the own rows alone, and lets them write nothing', async () => {
    const user = userId('employee@demo.example');
    await seedTransaction(api.database.serviceUrl, async (client) => {
      const count = async (table: string) => (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
      expect([await count('users'), await count('companies'), await count('roles')]).toEqual([0, 0, 0]);
      await client.query("SELECT set_config('app.user_id', $1, true)", [user]);
      expect([await count('users'), await count('companies'), await count('roles')]).toEqual([1, 1, 1]);
      expect(await count('role_assignments')).toBe(1);
      expect((await client.query("UPDATE roles SET built_in = 'admin'")).rowCount).toBe(0);
      expect((await client.query("UPDATE role_assignments SET org_structure_ids = '{}'")).rowCount).toBe(0);
      expect((await client.query('UPDATE companies SET require_if_match = true')).rowCount).toBe(0);
    });
  });

  it('shows at a client of a company what is of that company alone', async () => {
    await seedTransaction(api.database.serviceUrl, async (client) => {
      const count = async (table: string) => (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
      await client.query("SELECT set_config('app.user_id', $1, true)", [userId('both@demo.example')]);
      expect(await count('companies')).toBe(2);
      await client.query("SELECT set_config('app.client_company_id', $1, true)", [otherWorks.id]);
      expect([await count('companies'), await count('roles'), await count('role_assignments')]).toEqual([
        1, 1, 1,
      ]);
    });
  });

  it('shows a company the own rows alone', async () => {
    await seedTransaction(api.database.serviceUrl, async (client) => {
      await client.query("SELECT set_config('app.company_id', $1, true)", [demoCompanies[1]?.id]);
      const { rows } = await client.query('SELECT DISTINCT company_id AS id FROM role_assignments');
      expect(rows).toEqual([{ id: otherWorks.id }]);
      expect((await client.query('SELECT 1 FROM users')).rowCount).toBe(0);
    });
  });
});

it('its tables stay on one node: users belong to many companies', async () => {
  await seedTransaction(api.database.ownerUrl, async (owner) => {
    expect(await obstaclesTo(owner)).toEqual(
      expect.arrayContaining([
        'company_users: company_users_user_fkey ties it to a table that stays on one node',
        'roles: the policy of_own_assignments looks into tables',
      ]),
    );
  });
});

describeService(() => api, AccountsModule, {
  resourcesWithoutSuite: {
    '/roleassignments': 'it has no text to edit; role-assignments.spec.ts has describeChanges',
    '/users': 'an invitation has other members than a change; users.spec.ts has describeChanges',
  },
  tablesWithoutCompany: {
    companies: 'its id is the company: the policy compares that, and members see it by their assignments',
    due_own_companies: 'holds ids and times only; the job asks for all companies',
    due_role_changes: 'holds ids and times only; the job asks for all companies',
    operator_changes: 'what operators did in all companies; no request sees it',
    own_changes: 'what users change of themselves for all their companies; the policy is of the user',
    users: 'a user belongs to many companies; the policy shows each signed-in user the own row alone',
    users_to_tell: 'holds ids and times only; the job asks for all companies',
  },
  policiesBesideCompany: {
    'companies of_own_client': 'service clients see their company',
    'companies of_own_companies': 'members see their companies',
    'companies of_told': 'a change of a role publishes its holders',
    'companies operator': "operators' commands see all companies",
    'company_users operator': "operators' commands see all companies",
    'company_users own': 'users see the own row in each company',
    'company_users told': 'a change of a role publishes its holders',
    'operator_changes operator': "operators' commands see all companies",
    'own_changes self': 'users see the own changes',
    'role_assignments operator': "operators' commands see all companies",
    'role_assignments own': 'users see the own assignments',
    'role_assignments own_client': 'service clients see the own assignments',
    'role_assignments told': 'a change of a role publishes its holders',
    'roles of_own_assignments': 'users see the roles that they hold',
    'roles of_own_client': 'service clients see the roles that they hold',
    'roles of_told': 'a change of a role publishes its holders',
    'roles operator': "operators' commands see all companies",
    'service_clients operator': "operators' commands publish the clients of a company",
    'service_clients own_client': 'service clients see the own row',
    'users invited': 'an invitation finds the one user of its address',
    'users operator': "operators' commands see all companies",
    'users self': 'users see the own row',
    'users told': 'a change of a role publishes its holders',
  },
  openApi: {
    file: 'apps/accounts/openapi.json',
    title: 'Accounts',
    description:
      'The signed-in user with the own companies, and for administrators the users, roles and settings of a company.',
    prefix: '/accounts',
  },
});
