import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { ProblemError } from '@safety/platform';
import { decodeJwt } from 'jose';
import type { SaveClient } from '../clients/client.js';
import { type ClientKeeper, ClientKeepers, operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { ClientSecrets, overlapBounds } from '../clients/client-secrets.js';
import { SecretUse } from '../clients/secret-use.js';
import { routeNames } from '../paths/protocol.js';
import { behindLock } from '../testing/behind-lock.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  codeOf,
  credentials,
  everyScope,
  redeem,
  requestToken,
  signIn,
  type Tokens,
  tokensFor,
  user,
} from '../testing/flows.js';
import {
  type IdentityUnderTest,
  issuer,
  type Replica,
  startIdentity,
} from '../testing/identity-under-test.js';
import { storedAs } from '../testing/stored-as.js';
import { until } from '../testing/until.js';

const CALLBACK = 'https://app.example/callback';
const web: SaveClient = {
  name: 'Night shift',
  authMethod: 'client_secret',
  grantTypes: ['authorization_code', 'refresh_token', 'password'],
  scopes: ['openid', 'offline_access', 'resources_business_api'],
  redirectUris: [CALLBACK],
};
const expectStart = ({ headers }: Response, start: string): void =>
  expect(headers.get('location')?.slice(0, start.length)).toBe(start);
const companyId = user.roles[0]?.companyId ?? '';
const stranger = demoUsers.find(({ email }) => email === 'admin@other.example');

describe('the life of an API client', () => {
  let provider: IdentityUnderTest;
  let other: Replica;
  let registry: ClientRegistry;
  let secrets: ClientSecrets;
  let keeper: ClientKeeper;
  beforeAll(async () => {
    provider = await startIdentity();
    other = await provider.addReplica();
    registry = provider.app.get(ClientRegistry, { strict: false });
    secrets = provider.app.get(ClientSecrets, { strict: false });
    const found = await provider.app.get(ClientKeepers, { strict: false }).find(user.id);
    if (!found) throw new Error('The administrator manages no clients');
    keeper = found;
  });
  afterAll(() => provider.close());
  beforeEach(() => provider.query("DELETE FROM clients WHERE id NOT LIKE 'demo-%'"));

  const create = async (changes: Partial<SaveClient> = {}, owner: string | null = companyId) => {
    const { client, secret } = await registry.create(keeper, owner, { ...web, ...changes });
    return {
      client,
      secret: secret?.secret ?? '',
      form: { client_id: client.id, client_secret: secret?.secret },
    };
  };
  type Form = Awaited<ReturnType<typeof create>>['form'];

  const passwordGrant = (form: Form, at: Replica = provider, username = user.email) =>
    requestToken(at, {
      grant_type: 'password',
      username,
      password: credentials.password,
      scope: 'openid offline_access',
      ...form,
    });
  const refresh = (form: Form, refreshToken: string) =>
    requestToken(provider, { grant_type: 'refresh_token', refresh_token: refreshToken, ...form });
  const tokensIn = async (answer: Promise<Response>): Promise<Tokens> =>
    (await (await answer).json()) as Tokens;
  const problemOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'done',
      (error) => (error instanceof ProblemError ? error.code : error),
    );
  const revocationsOf = (clientId: string) =>
    provider.query<{ reach: number }>(
      "SELECT extract(epoch FROM issued_before - now())::int AS reach FROM revocations WHERE kind = 'clientId' AND subject = $1",
      [clientId],
    );

  it('works with its secret from the moment it is created, by code and by password', async () => {
    const { client, form } = await create();
    const browser = new Browser(provider);
    const answer = await signIn(
      browser,
      authorizationUrl({ scope: 'openid' }, { client_id: client.id, redirect_uri: CALLBACK }),
    );
    const code = locationOf(answer)?.searchParams.get('code') ?? '';
    const redeemed = await redeem(provider, code, { ...form, redirect_uri: CALLBACK });
    expect(redeemed.status).toBe(200);
    expect((await passwordGrant(form)).status).toBe(200);
    expect((await passwordGrant({ ...form, client_secret: `${form.client_secret}x` })).status).toBe(401);
  });

  it('no table holds its secret but as a digest', async () => {
    const { secret } = await create();
    const tables = ['clients', 'client_secrets', 'audit_records', 'outbox'];
    expect(await storedAs(provider, secret, ...tables)).toBe('digest');
  });

  it('a change counts in every process at once', async () => {
    const { client, form } = await create();
    const target = { client_id: client.id, redirect_uri: 'https://app.example/new' };
    const statusAt = async (replica: Replica) =>
      (await replica.fetch(authorizationUrl({ scope: 'openid' }, target))).status;
    expect(await statusAt(provider)).toBe(400);
    expect(await statusAt(other)).toBe(400);
    expect((await passwordGrant(form, other)).status).toBe(200);
    const changed = await registry.replace(keeper, client.id, 1, {
      ...web,
      redirectUris: [target.redirect_uri],
    });
    expect(changed).toMatchObject({ version: 2, redirectUris: [target.redirect_uri] });
    expect(await statusAt(provider)).toBe(303);
    await until(async () => (await statusAt(other)) === 303);
  });

  it.each<[string, Partial<SaveClient>, number, string]>([
    ['has the address no more: a page', { redirectUris: ['https://app.example/new'] }, 400, 'no address'],
    [
      'is public: no code without PKCE (RFC 7636)',
      { authMethod: 'none', grantTypes: ['authorization_code', 'refresh_token'] },
      303,
      'invalid_request',
    ],
  ])('a sign-in that began before the client %s', async (_, changes, status, error) => {
    const { client } = await create();
    const browser = new Browser(provider);
    const target = { client_id: client.id, redirect_uri: CALLBACK };
    const page = locationOf(await browser.open(authorizationUrl({ scope: 'openid' }, target))) as URL;
    const next = locationOf(await browser.submit(page, credentials)) as URL;
    await registry.replace(keeper, client.id, 1, { ...web, ...changes });
    const answer = await browser.open(next);
    const refused = locationOf(answer)?.searchParams;
    expect([answer.status, refused?.get('error') ?? 'no address', refused?.get('code') ?? null]).toEqual([
      status,
      error,
      null,
    ]);
    const told = "SELECT FROM audit_records WHERE type = 'authorized' AND client_id = $1";
    expect(await provider.query(told, [client.id])).toEqual([]);
  });

  it('a refusal to agree goes to no address that was taken out of the client meanwhile', async () => {
    const { client } = await create();
    const browser = new Browser(provider);
    const asked = authorizationUrl(
      { scope: 'openid', prompt: 'consent' },
      { client_id: client.id, redirect_uri: CALLBACK },
    );
    const page = locationOf(await browser.open(asked)) as URL;
    const question = locationOf(
      await browser.open(locationOf(await browser.submit(page, credentials)) as URL),
    );
    await registry.replace(keeper, client.id, 1, { ...web, redirectUris: ['https://app.example/new'] });
    const refused = await browser.submit(question as URL, { decision: 'refuse' });
    const answer = await browser.open(locationOf(refused) as URL);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toContain('<code>invalid_redirect_uri</code>');
  });

  it.each([
    ['https://app.example/index.php?/oidc/callback', 'https://app.example/index.php?/oidc/callback&'],
    ['https://app.example/cb?flag', 'https://app.example/cb?flag&'],
    ['https://app.example/cb?next=/a/b~c&', 'https://app.example/cb?next=/a/b~c&'],
    ['https://app.example/cb?', 'https://app.example/cb?'],
    ['https://app.example', 'https://app.example/?'],
  ])('303: the query of %s comes back as it is written (RFC 6749 3.1.2)', async (address, expected) => {
    const addresses = { redirectUris: [address], postLogoutRedirectUris: [address] };
    const { client, secret } = await create({ ...addresses, scopes: ['openid'] });
    const application = { client_id: client.id, client_secret: secret, redirect_uri: address };
    const browser = new Browser(provider);
    const refused = await browser.open(authorizationUrl({ scope: 'openid', prompt: 'none' }, application));
    expectStart(refused, `${expected}error=login_required&`);
    const answer = await signIn(browser, authorizationUrl({ scope: 'openid' }, application));
    expectStart(answer, `${expected}code=`);
    const { id_token } = await tokensIn(redeem(provider, codeOf(answer), application));
    const asks = { client_id: client.id, post_logout_redirect_uri: address, state: 'x&y' };
    const endSession = (parameters: Record<string, string>) =>
      browser.open(`${issuer}/connect/endsession?${new URLSearchParams(parameters)}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await endSession(asks)).text())?.[1] ?? '';
    const confirmed = await browser.submit(`${issuer}/connect/endsession/confirm`, { xsrf, logout: 'yes' });
    const atOnce = await endSession({ ...asks, id_token_hint: id_token });
    expect(locationOf(confirmed)?.href).toBe(`${expected}state=x%26y`);
    expect(atOnce.headers.get('location')).toBe(`${expected}state=x%26y`);
  });

  it('an address of an earlier release that answers for the provider goes on, without its answer', async () => {
    const address = `${CALLBACK}?code=zz&tenant=1&state=yy&error=keep`;
    const { client } = await create();
    await provider.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [client.id, [address]]);
    const target = { client_id: client.id, redirect_uri: address };
    const url = authorizationUrl({ scope: 'openid' }, target);
    const answer = await signIn(new Browser(provider), url);
    expectStart(answer, `${CALLBACK}?tenant=1&error=keep&code=`);
    expect(locationOf(answer)?.searchParams.getAll('state')).toEqual(['a-state']);
    const change = (redirectUris: string[]) =>
      registry.replace(keeper, client.id, 1, { ...web, name: 'Day shift', redirectUris });
    expect(await problemOf(change([address, `${CALLBACK}?code=1`]))).toBe('validation-failed');
    expect(await change([address])).toMatchObject({ name: 'Day shift', redirectUris: [address] });
    expect(await problemOf(create({ redirectUris: [address] }))).toBe('validation-failed');
  });

  it('412 for a change of an older version, 422 for a wrong one, 404 for none', async () => {
    const { client } = await create();
    await registry.replace(keeper, client.id, 1, web);
    expect(await problemOf(registry.replace(keeper, client.id, 1, web))).toBe('version-mismatch');
    expect(await problemOf(registry.replace(keeper, client.id, 2, { ...web, scopes: ['root'] }))).toBe(
      'validation-failed',
    );
    expect(await problemOf(registry.replace(keeper, 'nobody', 1, web))).toBe('not-found');
  });

  it('less scope ends what was granted before; a new name does not', async () => {
    const { client, form } = await create();
    const { refresh_token: token } = await tokensIn(passwordGrant(form));
    await registry.replace(keeper, client.id, 1, { ...web, name: 'Day shift' });
    const renewed = await tokensIn(refresh(form, token));
    expect(renewed.access_token).toBeDefined();
    expect(await revocationsOf(client.id)).toEqual([]);
    await registry.replace(keeper, client.id, 2, { ...web, scopes: ['openid', 'offline_access'] });
    expect((await refresh(form, renewed.refresh_token)).status).toBe(400);
    expect(await revocationsOf(client.id)).toHaveLength(1);
  });

  it('offline access that is no longer kept ends what has outlived its session', async () => {
    const kept = { keepsOfflineAccess: true, scopes: everyScope.split(' ') };
    const { client, form, secret } = await create(kept);
    const application = { client_id: client.id, client_secret: secret, redirect_uri: CALLBACK };
    const browser = new Browser(provider);
    const { id_token, ...tokens } = await tokensFor(provider, browser, application);
    await browser.open(`${issuer}/connect/endsession?id_token_hint=${id_token}`);
    const renewed = await tokensIn(refresh(form, tokens.refresh_token));
    expect(decodeJwt(renewed.access_token)).not.toHaveProperty('sid');
    await registry.replace(keeper, client.id, 1, { ...web, ...kept, keepsOfflineAccess: false });
    expect((await refresh(form, renewed.refresh_token)).status).toBe(400);
    expect(await revocationsOf(client.id)).toHaveLength(1);
  });

  it.each([
    ['less scope', "scopes = '{openid}'"],
    ['disabled', 'disabled_at = now()'],
  ])('%s in the moment of a sign-in: the sign-in waits, and gets nothing', async (_, change) => {
    const { client, form } = await create();
    const restriction = { text: `UPDATE clients SET ${change} WHERE id = $1`, values: [client.id] };
    const answer = await behindLock(provider, restriction, () => passwordGrant(form));
    expect(answer.status).toBe(400);
    expect(await provider.query('SELECT FROM grants WHERE client_id = $1', [client.id])).toEqual([]);
  });

  it('disabled it gets nothing, in any process, and its tokens have ended; enabled it starts anew', async () => {
    const { client, form } = await create();
    const { refresh_token: token } = await tokensIn(passwordGrant(form, other));
    await registry.disable(keeper, client.id);
    expect((await passwordGrant(form)).status).toBe(401);
    await until(async () => (await passwordGrant(form, other)).status === 401);
    const page = await provider.fetch(authorizationUrl({}, { client_id: client.id, redirect_uri: CALLBACK }));
    expect(page.status).toBe(400);
    // A token that a running request still issues is refused, too: the gateway waits ten seconds for it.
    const [revocation] = await revocationsOf(client.id);
    expect(revocation?.reach).toBeGreaterThan(10);
    await registry.enable(keeper, client.id);
    expect((await passwordGrant(form)).status).toBe(200);
    expect((await refresh(form, token)).status).toBe(400);
  });

  /** Resolves with a secret that works afterwards, if it is another one. */
  type Change = (id: string) => Promise<string | undefined>;

  it.each<[string, Change]>([
    [
      'disabled and enabled',
      async (id) => {
        await registry.disable(keeper, id);
        await registry.enable(keeper, id);
        return undefined;
      },
    ],
    [
      'with less scope',
      async (id) => {
        await registry.replace(keeper, id, 1, { ...web, scopes: ['openid', 'offline_access'] });
        return undefined;
      },
    ],
    [
      'with a revoked secret',
      async (id) => {
        const { secret } = await secrets.issue(keeper, id);
        const [old] = await secrets.list(keeper, id);
        await secrets.revoke(keeper, id, old?.id ?? '');
        return secret;
      },
    ],
  ])('%s its grants have ended at once: it waits for none, of however many', async (_, change) => {
    const { client, form } = await create();
    const { refresh_token: token, access_token: accessToken } = await tokensIn(passwordGrant(form));
    const held = { text: 'SELECT FROM grants WHERE client_id = $1 FOR UPDATE', values: [client.id] };
    let secret: string | undefined;
    const changed = async () => {
      secret = await change(client.id);
    };
    await behindLock(provider, held, () => undefined, 0, changed);
    const client_secret = secret ?? form.client_secret;
    expect((await refresh({ ...form, client_secret }, token)).status).toBe(400);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await provider.fetch(`${issuer}/connect/userinfo`, { headers })).status).toBe(401);
  });

  it('400 invalid_grant: its secret is revoked while a password waits to be checked', async () => {
    const { client, form } = await create();
    await secrets.issue(keeper, client.id);
    const [used] = await secrets.list(keeper, client.id);
    const refused = await behindLock(
      provider,
      'LOCK TABLE credentials',
      () => passwordGrant(form),
      1,
      () => secrets.revoke(keeper, client.id, used?.id ?? ''),
    );
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await provider.query('SELECT FROM grants WHERE client_id = $1', [client.id])).toEqual([]);
  });

  it('deleted it is gone with its grants, and its tokens are refused', async () => {
    const { client, form } = await create();
    await passwordGrant(form);
    await registry.remove(keeper, client.id);
    expect((await passwordGrant(form)).status).toBe(401);
    expect(await provider.query('SELECT 1 FROM grants WHERE client_id = $1', [client.id])).toEqual([]);
    expect(await revocationsOf(client.id)).toHaveLength(1);
    expect(await problemOf(registry.get(keeper, client.id))).toBe('not-found');
  });

  it('has lifetimes of its own', async () => {
    const { form } = await create({ accessTokenSeconds: 120, refreshTokenSeconds: 7_200 });
    const tokens = await tokensIn(passwordGrant(form));
    expect(tokens.expires_in).toBe(120);
    const { exp = 0, iat = 0 } = decodeJwt(tokens.access_token);
    expect(exp - iat).toBe(120);
    const [row] = await provider.query<{ left: number }>(
      'SELECT extract(epoch FROM expires_at - now())::int AS left FROM refresh_tokens ORDER BY expires_at LIMIT 1',
    );
    expect(row?.left).toBeGreaterThan(7_000);
    expect(row?.left).toBeLessThanOrEqual(7_200);
    const renewed = await tokensIn(refresh(form, tokens.refresh_token));
    expect(renewed.expires_in).toBe(120);
  });

  describe('secrets', () => {
    it('two live at once: the old one ends after the overlap', async () => {
      const { client, form, secret } = await create();
      const added = await secrets.issue(keeper, client.id, 3_600);
      expect(Buffer.from(added.secret, 'base64url')).toHaveLength(32);
      for (const client_secret of [secret, added.secret])
        expect((await passwordGrant({ ...form, client_secret })).status).toBe(200);
      const [old, fresh] = await secrets.list(keeper, client.id);
      expect(old?.hint).toBe(secret.slice(-4));
      expect(old?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
      expect(fresh).toMatchObject({ id: added.id, expiresAt: null });
      expect(await problemOf(secrets.issue(keeper, client.id))).toBe('invalid-state');
      await provider.query('UPDATE client_secrets SET expires_at = now() WHERE id = $1', [old?.id]);
      const third = await secrets.issue(keeper, client.id, 0);
      await until(
        async () => (await passwordGrant({ ...form, client_secret: secret }, other)).status === 401,
      );
      expect((await passwordGrant({ ...form, client_secret: added.secret })).status).toBe(401);
      expect((await passwordGrant({ ...form, client_secret: third.secret })).status).toBe(200);
    });

    it('twenty who ask for a new one at the same moment: one gets it', async () => {
      const { client } = await create();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => problemOf(secrets.issue(keeper, client.id))),
      );
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(await secrets.list(keeper, client.id)).toHaveLength(2);
    });

    it('a revoked one is refused in every process, and the grants of the client have ended', async () => {
      const { client, form } = await create();
      const added = await secrets.issue(keeper, client.id);
      const fresh = { ...form, client_secret: added.secret };
      const { refresh_token: token } = await tokensIn(passwordGrant(form, other));
      const [old] = await secrets.list(keeper, client.id);
      await secrets.revoke(keeper, client.id, old?.id ?? '');
      await until(async () => (await passwordGrant(form, other)).status === 401);
      expect((await refresh(fresh, token)).status).toBe(400);
      expect(await revocationsOf(client.id)).toHaveLength(1);
      expect((await passwordGrant(fresh)).status).toBe(200);
      expect(await problemOf(secrets.revoke(keeper, client.id, old?.id ?? ''))).toBe('not-found');
    });

    it('when they were last used is written once for many uses', async () => {
      const { client, form } = await create();
      for (let uses = 0; uses < 3; uses++) await passwordGrant(form);
      expect((await secrets.list(keeper, client.id))[0]?.lastUsedAt).toBeNull();
      await provider.app.get(SecretUse, { strict: false }).write();
      expect((await secrets.list(keeper, client.id))[0]?.lastUsedAt).not.toBeNull();
      await passwordGrant(form);
      await provider.app.get(SecretUse, { strict: false }).write();
      const records = await provider.query(
        "SELECT 1 FROM audit_records WHERE type = 'secret-used' AND client_id = $1",
        [client.id],
      );
      expect(records).toHaveLength(1);
    });

    it('a client without a secret has none, and loses the one it had', async () => {
      const publicClient = await create({
        authMethod: 'none',
        grantTypes: ['authorization_code'],
        scopes: ['openid'],
      });
      expect(publicClient.form.client_secret).toBeUndefined();
      expect(await problemOf(secrets.issue(keeper, publicClient.client.id))).toBe('invalid-state');
      const { client, form } = await create();
      const fields: SaveClient = {
        ...web,
        authMethod: 'none',
        grantTypes: ['authorization_code', 'refresh_token'],
      };
      await registry.replace(keeper, client.id, 1, fields);
      expect(await secrets.list(keeper, client.id)).toEqual([]);
      expect((await passwordGrant(form)).status).toBe(401);
    });

    it.each([-1, overlapBounds.max + 1, Number.NaN])('422 for an overlap of %s', async (overlap) => {
      const { client } = await create();
      expect(await problemOf(secrets.issue(keeper, client.id, overlap))).toBe('validation-failed');
    });
  });

  describe('who manages it', () => {
    it.each([
      ['an administrator', 'admin@demo.example', 1],
      ['one of two companies', 'both@demo.example', 2],
      ['an event manager', 'manager@demo.example', 0],
      ['an employee', 'employee@demo.example', 0],
    ])('%s: %s manages those of %s companies', async (_, email, companies) => {
      const found = demoUsers.find((one) => one.email === email);
      const keepers = provider.app.get(ClientKeepers, { strict: false });
      expect((await keepers.find(found?.id ?? ''))?.companyIds ?? []).toHaveLength(companies);
    });

    it('not the administrator of another company: to them it does not exist', async () => {
      const { client } = await create();
      const [secret] = await secrets.list(keeper, client.id);
      const foreign = await provider.app.get(ClientKeepers, { strict: false }).find(stranger?.id ?? '');
      if (!foreign) throw new Error('The other administrator manages no clients');
      const attempts = [
        registry.get(foreign, client.id),
        registry.replace(foreign, client.id, 1, web),
        registry.disable(foreign, client.id),
        registry.enable(foreign, client.id),
        registry.remove(foreign, client.id),
        secrets.issue(foreign, client.id),
        secrets.revoke(foreign, client.id, secret?.id ?? ''),
      ];
      for (const attempt of attempts) expect(await problemOf(attempt)).toBe('not-found');
      expect(await registry.list(foreign)).toEqual([]);
      expect(await secrets.list(foreign, client.id)).toEqual([]);
      expect(await problemOf(registry.create(foreign, companyId, web))).toBe('permission-denied');
      expect(await registry.list(keeper)).toHaveLength(1);
    });

    it("the operator's clients are the operator's alone", async () => {
      expect(await problemOf(registry.create(keeper, null, web))).toBe('permission-denied');
      expect(await problemOf(registry.get(keeper, 'demo-web'))).toBe('not-found');
      expect((await registry.get(operator, 'demo-web')).name).toBe('Demo web application');
    });

    it('a company has at most a hundred', async () => {
      await provider.query(
        `INSERT INTO clients (id, name, confidential, grant_types, scopes, company_id)
         SELECT 'many-' || n, 'many', false, '{}', '{}', $1 FROM generate_series(1, 99) AS n`,
        [companyId],
      );
      const outcomes = await Promise.all([1, 2, 3].map(() => problemOf(create())));
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(outcomes).toContain('invalid-state');
    });
  });

  describe('of a company is for the users of that company', () => {
    it('400 page: others stay here, and are shown the way back to the application', async () => {
      const { client } = await create();
      const target = { client_id: client.id, redirect_uri: CALLBACK };
      const form = { ...credentials, email: stranger?.email ?? '' };
      const answer = await signIn(new Browser(provider), authorizationUrl({ scope: 'openid' }, target), form);
      expect([answer.status, locationOf(answer)]).toEqual([400, undefined]);
      const page = await answer.text();
      expect(page).toContain('Your account has no access to this application.');
      expect(page).toContain('<code>access_denied</code>');
      expect(page).toContain(`href="${new URL(CALLBACK).origin}/"`);
      expect(page).toContain(`href="${issuer}${routeNames.end_session}"`);
    });

    it('303: others who are signed in come to the sign-in page with prompt=login, and get nothing without', async () => {
      const { client } = await create();
      const target = { client_id: client.id, redirect_uri: CALLBACK };
      const browser = new Browser(provider);
      await signIn(browser, authorizationUrl(), { ...credentials, email: stranger?.email ?? '' });
      const ask = async (prompt?: string): Promise<URL | undefined> =>
        locationOf(await browser.open(authorizationUrl({ scope: 'openid', prompt }, target)));
      expect((await ask('login'))?.pathname).toMatch(/^\/auth\/sign-in\//);
      expect((await ask('none'))?.searchParams.get('error')).toBe('access_denied');
      for (const prompt of [undefined, 'consent']) expect(await ask(prompt)).toBeUndefined();
      expect(await provider.query('SELECT 1 FROM grants WHERE client_id = $1', [client.id])).toEqual([]);
    });

    it('others are refused by password: 400 invalid_grant', async () => {
      const { form } = await create();
      const refused = await passwordGrant(form, provider, stranger?.email);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
    });

    it('who leaves the company cannot renew', async () => {
      const { form } = await create();
      const { refresh_token: token } = await tokensIn(passwordGrant(form));
      const [before] = await provider.query<{ roles: unknown }>('SELECT roles FROM users WHERE id = $1', [
        user.id,
      ]);
      await provider.query("UPDATE users SET roles = '[]' WHERE id = $1", [user.id]);
      const refused = await refresh(form, token);
      await provider.query('UPDATE users SET roles = $2 WHERE id = $1', [
        user.id,
        JSON.stringify(before?.roles),
      ]);
      expect(refused.status).toBe(400);
    });
  });
});
