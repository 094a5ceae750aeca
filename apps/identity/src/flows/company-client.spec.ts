import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoPassword, demoQuarries, demoServiceClient, demoUsers, otherWorks } from '@safety/demo-data';
import { ProblemError } from '@safety/platform';
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import type { SaveClient } from '../clients/client.js';
import { type ClientKeeper, ClientKeepers, operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { ClientSecrets } from '../clients/client-secrets.js';
import { addDemo } from '../operations/demo/demo.js';
import { behindLock } from '../testing/behind-lock.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  everyScope,
  type Parameters,
  redeem,
  refusalOf,
  requestToken,
  signIn,
  type Tokens,
  validateIdToken,
} from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const EMAIL = 'both@demo.example';
const form = { email: EMAIL, password: demoPassword };
const REDIRECT_URI = 'https://app.example/callback';
const companyId = demoQuarries.id;
const both = demoUsers.find(({ email }) => email === EMAIL);

const registered: SaveClient = {
  name: 'Of one company',
  authMethod: 'client_secret',
  grantTypes: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
  scopes: everyScope.split(' '),
  redirectUris: [REDIRECT_URI],
};

interface Role {
  cid: string;
}
const companiesIn = (role: unknown): string[] =>
  (JSON.parse(String(role)) as Role[]).map(({ cid }) => cid).sort();

describe('a client of a company, and a user of two', () => {
  let provider: IdentityUnderTest;
  let client: { client_id: string; client_secret: string };
  let tokens: Tokens;

  const register = async (owner: string | null) => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const { client: created, secret } = await registry.create(operator, owner, registered);
    return { client_id: created.id, client_secret: secret?.secret ?? '' };
  };
  const tokensByCode = async (at: typeof client): Promise<Tokens> => {
    const { client_id } = at;
    const answer = await signIn(
      new Browser(provider),
      authorizationUrl({}, { client_id, redirect_uri: REDIRECT_URI }),
      form,
    );
    return bodyOf(redeem(provider, codeOf(answer), { ...at, redirect_uri: REDIRECT_URI }));
  };
  const grant = (parameters: Parameters, at = client): Promise<Response> =>
    requestToken(provider, { ...at, ...parameters });
  const byPassword = { grant_type: 'password', username: EMAIL, password: demoPassword, scope: everyScope };
  const renewal = () => ({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  const companyOf = ({ access_token }: Pick<Tokens, 'access_token'>) => decodeJwt(access_token)['company_id'];
  const userinfo = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return provider.fetch(`${issuer}/connect/userinfo`, { headers });
  };

  beforeAll(async () => {
    provider = await startIdentity();
    client = await register(companyId);
    tokens = await tokensByCode(client);
  });
  afterAll(() => provider.close());

  it('200 by code: the access token and the ID token name the company', () => {
    expect(companyOf(tokens)).toBe(companyId);
    expect(decodeJwt(tokens.id_token)['company_id']).toBe(companyId);
  });

  it('200 by a renewal, by password and for itself: so does every access token', async () => {
    const renewed = await bodyOf(grant(renewal()));
    tokens = { ...tokens, ...renewed };
    for (const answer of [renewed, await bodyOf(grant(byPassword))])
      expect(companyOf(answer)).toBe(companyId);
    const own = await bodyOf(grant({ grant_type: 'client_credentials' }));
    expect(companyOf(own)).toBe(companyId);
  });

  it('the role claim is of that company alone: ID token, identitytokenvalidation and userinfo', async () => {
    const told = [
      decodeJwt(tokens.id_token),
      await bodyOf<Record<string, unknown>>(
        validateIdToken(provider, { client_id: client.client_id, token: tokens.id_token }),
      ),
      await bodyOf<Record<string, unknown>>(userinfo(tokens.access_token)),
    ];
    for (const claims of told) {
      expect(claims).toMatchObject({ sub: both?.id, company_id: companyId });
      expect(companiesIn(claims['role'])).toEqual([companyId]);
    }
  });

  const introspect = (token: string, at: typeof client) => {
    const body = new URLSearchParams({ token, ...at });
    return bodyOf<object>(provider.fetch(`${issuer}/connect/introspect`, { method: 'POST', body }));
  };

  it('POST introspect 200: the claim is told, to clients of the company and of the operator', async () => {
    const told = { active: true, company_id: companyId };
    for (const at of [client, await register(companyId), await register(null)])
      expect(await introspect(tokens.access_token, at)).toMatchObject(told);
  });

  it("POST introspect 200 inactive: a client of a company asks about another's tokens, or the operator's", async () => {
    const foreign = await register(otherWorks.id);
    const ofAll = await tokensByCode(await register(null));
    const asked = [
      await introspect(tokens.access_token, foreign),
      await introspect(ofAll.access_token, foreign),
      await introspect(ofAll.access_token, client),
    ];
    for (const answer of asked) expect(answer).toEqual({ active: false });
  });

  it('at a client of the operator: no such claim, and every role', async () => {
    const ofAll = await tokensByCode(await register(null));
    const claims = decodeJwt(ofAll.id_token);
    for (const one of [claims, decodeJwt(ofAll.access_token)]) expect(one).not.toHaveProperty('company_id');
    expect(companiesIn(claims['role'])).toEqual([companyId, otherWorks.id].sort());
  });

  /** The states of a client that were published. */
  const publishedStatesOf = async (id: string) => {
    const rows = await provider.query<{ envelope: { companyId: string; payload: { version: number } } }>(
      `SELECT envelope FROM outbox WHERE envelope->>'type' = 'company-client-changed.v1'
         AND envelope->'payload'->>'id' = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ envelope }) => ({ companyId: envelope.companyId, ...envelope.payload }));
  };

  it('that of the demo is published once, however often it is added', async () => {
    await addDemo(provider.database.serviceUrl, { AUTH_URL: authUrl });
    expect(await publishedStatesOf(demoServiceClient.clientId)).toMatchObject([
      { companyId: demoServiceClient.companyId, version: 1, name: demoServiceClient.name, deleted: false },
    ]);
  });

  it('a client that is published again waits for whoever changes it', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const { client_id: id } = await register(companyId);
    const change = { text: 'UPDATE clients SET version = version + 1 WHERE id = $1', values: [id] };
    await behindLock(provider, change, () => registry.publishAgain());
    expect((await publishedStatesOf(id)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('each change of it is published, and none of the operator', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const { client_id: id } = await register(companyId);
    const byPasswordOnly: SaveClient = {
      ...{ name: 'Another name', authMethod: 'client_secret', grantTypes: ['password'] },
      scopes: ['resources_business_api'],
    };
    await registry.replace(operator, id, 1, byPasswordOnly);
    await registry.disable(operator, id);
    await registry.enable(operator, id);
    await registry.remove(operator, id);
    const published = { companyId, id, disabled: false, deleted: false, changedBy: { userId: null } };
    const renamed = { ...published, name: 'Another name', actsForItself: false };
    expect(await publishedStatesOf(id)).toEqual([
      { ...published, version: 1, name: registered.name, actsForItself: true },
      { ...renamed, version: 2 },
      { ...renamed, version: 3, disabled: true },
      { ...renamed, version: 4 },
      { ...renamed, version: 5, disabled: true },
      { ...renamed, version: 6, disabled: true, deleted: true },
    ]);
    expect(await publishedStatesOf((await register(null)).client_id)).toEqual([]);
  });

  it('403: only those who hold every permission of programs make, change or enable one, or get its secrets', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const secrets = provider.app.get(ClientSecrets, { strict: false });
    const { client_id: id } = await register(companyId);
    const keeper: ClientKeeper = { userId: both?.id ?? null, companyIds: [companyId], serviceCompanyIds: [] };
    const bySignIn = { ...registered, grantTypes: registered.grantTypes.slice(0, 3) };
    const refused = await Promise.all(
      [
        registry.create(keeper, companyId, registered),
        registry.replace(keeper, id, 1, bySignIn),
        secrets.issue(keeper, id),
      ].map((attempt) => attempt.catch((error: ProblemError) => error.code)),
    );
    expect(refused).toEqual(Array(3).fill('permission-denied'));
    const { client: other } = await registry.create(keeper, companyId, bySignIn);
    await expect(registry.replace(keeper, other.id, 1, registered)).rejects.toThrow();
    const whole = { ...keeper, serviceCompanyIds: [companyId] };
    expect((await secrets.issue(whole, id)).secret).not.toBe('');
    // Stopping one must not wait for somebody with more permissions; starting it does.
    await registry.disable(keeper, id);
    const enabled = registry.enable(keeper, id).catch((error: ProblemError) => error.code);
    expect(await enabled).toBe('permission-denied');
    await registry.enable(whole, id);
    await registry.remove(keeper, id);
    const keepers = provider.app.get(ClientKeepers, { strict: false });
    expect(await keepers.find(both?.id ?? '')).toMatchObject({
      serviceCompanyIds: [companyId, otherWorks.id].sort(),
    });
  });

  it('keeps no secret from before it acted as itself: a lesser keeper may know it', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const keeper: ClientKeeper = { userId: both?.id ?? null, companyIds: [companyId], serviceCompanyIds: [] };
    const bySignIn = { ...registered, grantTypes: registered.grantTypes.slice(0, 3) };
    const { client: made, secret } = await registry.create(keeper, companyId, bySignIn);
    const ask = async (client_secret: string) => {
      const form = { grant_type: 'client_credentials', client_id: made.id, client_secret };
      return (await requestToken(provider, form)).status;
    };
    await registry.replace(operator, made.id, 1, registered);
    expect(await ask(secret?.secret ?? '')).toBe(401);
    const fresh = await provider.app.get(ClientSecrets, { strict: false }).issue(operator, made.id);
    expect(await ask(fresh.secret)).toBe(200);
    // Another change leaves it as it is.
    await registry.replace(operator, made.id, 2, { ...registered, name: 'Renamed' });
    expect(await ask(fresh.secret)).toBe(200);
  });

  it('422: a key from before it acted as itself', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    const jwks = async () => {
      const { publicKey } = await generateKeyPair('ES256');
      return { keys: [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'ES256', use: 'sig' }] };
    };
    const byKey = { ...registered, authMethod: 'private_key_jwt' as const };
    const before = { ...byKey, grantTypes: registered.grantTypes.slice(0, 2), jwks: await jwks() };
    const { client: made } = await registry.create(operator, companyId, before);
    const replace = (keys: object) =>
      registry.replace(operator, made.id, 1, { ...byKey, jwks: keys as typeof before.jwks });
    const refusal = await replace(before.jwks).catch((error: ProblemError) => error.options.errors);
    expect(refusal).toMatchObject([{ pointer: '/jwks', code: 'not-allowed' }]);
    expect((await replace(await jwks())).grantTypes).toContain('client_credentials');
  });

  it('422: it cannot be given to another company, or to all', async () => {
    const registry = provider.app.get(ClientRegistry, { strict: false });
    for (const owner of [otherWorks.id, null]) {
      const changed = { ...registered, companyId: owner };
      const refused = registry.replace(operator, client.client_id, 1, changed).catch((error) => error);
      expect(await refused).toBeInstanceOf(ProblemError);
    }
    expect((await registry.get(operator, client.client_id)).companyId).toBe(companyId);
  });

  const accept = (accepted: boolean) =>
    provider.query(
      `UPDATE users SET roles = (SELECT jsonb_agg(CASE WHEN role ->> 'cid' = $2
         THEN role || jsonb_build_object('accepted', $3::boolean) ELSE role END) FROM jsonb_array_elements(roles) AS role)
       WHERE id = $1`,
      [both?.id, companyId, accepted],
    );

  it('the role claim names no company whose invitation the user has not accepted: ID token and userinfo', async () => {
    await accept(false);
    const renewed = await bodyOf(grant(renewal()));
    tokens = { ...tokens, ...renewed };
    const ofAll = await tokensByCode(await register(null));
    const told = () => bodyOf<Record<string, unknown>>(userinfo(ofAll.access_token));
    expect(companiesIn(decodeJwt(renewed.id_token)['role'])).toEqual([]);
    for (const claims of [decodeJwt(ofAll.id_token), await told()])
      expect(companiesIn(claims['role'])).toEqual([otherWorks.id]);
    await accept(true);
    expect(companiesIn((await told())['role'])).toEqual([companyId, otherWorks.id].sort());
  });

  it('GET authorize: asks a user who has not agreed to the invitation yet, and never answers in silence', async () => {
    const browser = new Browser(provider);
    const at = { client_id: client.client_id, redirect_uri: REDIRECT_URI };
    expect(codeOf(await signIn(browser, authorizationUrl({}, at), form))).toBeTruthy();
    await accept(false);
    await provider.query('DELETE FROM grants WHERE client_id = $1', [client.client_id]);
    const silent = locationOf(await browser.open(authorizationUrl({ prompt: 'none' }, at)));
    expect(silent?.searchParams.get('error')).toBe('interaction_required');
    expect(locationOf(await browser.open(authorizationUrl({}, at)))?.pathname).toMatch(/^\/auth\/consent\//);
    expect(await provider.query('SELECT FROM grants WHERE client_id = $1', [client.client_id])).toEqual([]);
    await accept(true);
    expect(codeOf(await browser.open(authorizationUrl({ prompt: 'none' }, at)))).toBeTruthy();
  });

  it('400 for a renewal and 401 for userinfo once the user has left, though still of another company', async () => {
    await provider.query(
      `UPDATE users SET roles = (SELECT jsonb_agg(role) FROM jsonb_array_elements(roles) AS role WHERE role ->> 'cid' <> $2)
       WHERE id = $1`,
      [both?.id, companyId],
    );
    expect(await refusalOf(grant(renewal()))).toEqual([400, 'invalid_grant']);
    expect(await refusalOf(grant(byPassword))).toEqual([400, 'invalid_grant']);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
  });
});
