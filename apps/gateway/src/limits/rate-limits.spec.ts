import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FaultProxy } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import {
  type GatewayUnderTest,
  type Member,
  startGateway,
  startGatewayProcess,
} from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

let closing: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(closing.map((one) => one.close()));
  closing = [];
});

async function started(env: NodeJS.ProcessEnv): Promise<GatewayUnderTest> {
  const gateway = await startGateway(env);
  closing.push(gateway);
  return gateway;
}

async function twoReplicas(env: NodeJS.ProcessEnv): Promise<[GatewayUnderTest, GatewayUnderTest]> {
  const one = await started(env);
  const { identity, accountsUrl } = one;
  return [one, await started({ ...env, IDENTITY_URL: identity.url, ACCOUNTS_URL: accountsUrl })];
}

/** A caller of a client that nobody else counts for. */
async function caller(gateway: Omit<GatewayUnderTest, 'app'>) {
  const { headers, companyId } = await gateway.member({ claims: { client_id: randomUUID() } });
  const get = (path = '/api/hazards', more: Record<string, string> = {}) =>
    gateway.fetch(path, { headers: { ...headers, ...more } });
  return { get, headers, companyId };
}

async function statuses(requests: number, send: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < requests; sent++) seen.push((await send()).status);
  return seen;
}

describe('429 rate-limited', () => {
  it('for a client that acts for its company as itself: by its company and by itself alone', async () => {
    const gateway = await started({ RATE_LIMIT_USER: '6', RATE_LIMIT_COMPANY: '18' });
    const { headers, userId, companyId } = await gateway.member();
    const claims = { client_id: userId, company_id: companyId };
    const token = await gateway.issuer.token(userId, { claims });
    const get = () =>
      gateway.fetch('/api/hazards', { headers: { ...headers, authorization: `Bearer ${token}` } });
    const answer = await get();
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([
      200,
      expect.stringMatching(/^"company";q=3;w=10, "client"/),
    ]);
    expect(await statuses(3, get)).toEqual([200, 200, 429]);
  });

  it('for a client in one company, with what is left in headers until then', async () => {
    const gateway = await started({ RATE_LIMIT_COMPANY: '18', RATE_LIMIT_CLIENT: '600' });
    const { get } = await caller(gateway);
    const answer = await get();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'ratelimit-policy': '"user";q=50;w=10, "company";q=3;w=10, "client";q=100;w=10',
      ratelimit: '"user";r=49;t=1, "company";r=2;t=4, "client";r=99;t=1',
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': '4',
    });
    expect(await statuses(2, get)).toEqual([200, 200]);
    const refused = await get();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await refused.json()).toMatchObject({ code: 'rate-limited', status: 429, policy: 'company' });
    expect(gateway.received).toHaveLength(3);
  });

  it('not for another client in the same company', async () => {
    const gateway = await started({ RATE_LIMIT_COMPANY: '6' });
    const [one, other] = [await caller(gateway), await caller(gateway)];
    expect(await statuses(2, one.get)).toEqual([200, 429]);
    expect((await other.get()).status).toBe(200);
  });

  it('in one company takes nothing away from the client in another', async () => {
    const gateway = await started({ RATE_LIMIT_COMPANY: '12', RATE_LIMIT_CLIENT: '24' });
    const claims = { claims: { client_id: randomUUID() } };
    const [one, other] = [await gateway.member(claims), await gateway.member(claims)];
    const ask = ({ headers }: typeof one) => gateway.fetch('/api/hazards', { headers });
    expect(await statuses(6, () => ask(one))).toEqual([200, 200, 429, 429, 429, 429]);
    expect((await ask(other)).status).toBe(200);
  });

  it('in all companies takes nothing away from the client in one of them', async () => {
    const gateway = await started({ RATE_LIMIT_COMPANY: '24', RATE_LIMIT_CLIENT: '12' });
    const { get } = await caller(gateway);
    expect(await statuses(5, get)).toEqual([200, 200, 429, 429, 429]);
    expect((await get()).headers.get('ratelimit')).toMatch(/"company";r=2;.*"client";r=0;/);
  });

  it('for a client in all of its companies, and apart from that outside of them', async () => {
    const gateway = await started({ RATE_LIMIT_CLIENT: '12' });
    const { get } = await caller(gateway);
    for (const path of ['/accounts/companies/me', '/api/hazards']) {
      expect(await statuses(3, () => get(path))).toEqual([200, 200, 429]);
      expect(await (await get(path)).json()).toMatchObject({ policy: 'client' });
    }
  });

  it.each(['/api/hazards', '/accounts/companies/me'])(
    'at %s for all clients of a company together, and for no client of others',
    async (path) => {
      const gateway = await started({ RATE_LIMIT_CLIENT: '12' });
      const own = ({ companyId: company_id }: Member) => ({ client_id: randomUUID(), company_id });
      const [one, other] = [await gateway.member(), await gateway.member()];
      const ask = async ({ userId, headers }: Member, claims: Record<string, unknown>) => {
        const authorization = `Bearer ${await gateway.issuer.token(userId, { claims })}`;
        return gateway.fetch(path, { headers: { ...headers, authorization } });
      };
      expect(await statuses(3, () => ask(one, own(one)))).toEqual([200, 200, 429]);
      expect((await ask(other, own(other))).status).toBe(200);
      expect((await ask(one, { client_id: randomUUID() })).status).toBe(200);
    },
  );

  it('in all replicas together', async () => {
    const [one, other] = await twoReplicas({ RATE_LIMIT_COMPANY: '30' });
    const { headers } = await one.member({ claims: { client_id: randomUUID() } });
    const via = (gateway: GatewayUnderTest) => () => gateway.fetch('/api/hazards', { headers });
    expect(await statuses(3, via(one))).toEqual([200, 200, 200]);
    // There are five for both.
    await eventually(async () => expect((await via(other)()).status).toBe(429));
    await eventually(async () => expect((await via(one)()).status).toBe(429));
    expect(one.received.length + other.received.length).toBeLessThan(10);
  });

  it('in each replica for itself while Redis is away, without waiting for it', async () => {
    const gateway = await started({ RATE_LIMIT_COMPANY: '12', REDIS_URL: 'redis://127.0.0.1:1' });
    const { get } = await caller(gateway);
    expect(await statuses(3, get)).toEqual([200, 200, 429]);
  });

  it('in each replica for itself where Redis refuses to count, which the log tells once', async () => {
    const url = new URL(process.env['REDIS_URL'] ?? '');
    const admin = new Redis(url.href);
    url.username = `rate-limits-${randomUUID()}`;
    url.password = 'any';
    await admin.call('ACL', 'SETUSER', url.username, 'on', 'nopass', '~*', '&*', '+@all', '-eval');
    const gateway = await startGatewayProcess({ RATE_LIMIT_COMPANY: '12', REDIS_URL: url.href });
    closing.push(
      gateway,
      { close: () => admin.call('ACL', 'DELUSER', url.username) },
      { close: () => admin.quit() },
    );
    const { get } = await caller(gateway);
    expect(await statuses(3, get)).toEqual([200, 200, 429]);
    const told = () => gateway.lines.filter(({ msg }) => msg.startsWith('rate limits:'));
    await eventually(() => expect(told()).toHaveLength(1));
    expect(await statuses(2, get)).toEqual([429, 429]);
    expect(told()).toMatchObject([{ err: { message: expect.stringContaining('NOPERM') } }]);
  });

  it('in all replicas together again, for what was let through meanwhile too, once Redis is back', async () => {
    const proxy = new FaultProxy(process.env['REDIS_URL'] ?? '');
    await proxy.restore();
    closing.push({ close: () => proxy.cut() });
    const [one, other] = await twoReplicas({ RATE_LIMIT_COMPANY: '6', REDIS_URL: proxy.url });
    const { headers } = await one.member({ claims: { client_id: randomUUID() } });
    const via = (gateway: GatewayUnderTest) => () => gateway.fetch('/api/hazards', { headers });
    await proxy.cut();
    for (const gateway of [one, other]) expect(await statuses(2, via(gateway))).toEqual([200, 429]);
    await proxy.restore();
    // Whichever tells last learns of both.
    await eventually(async () => {
      const refused = await Promise.all([via(one)(), via(other)()]);
      const waits = refused.map(({ headers }) => Number(headers.get('retry-after')));
      expect(Math.max(...waits)).toBeGreaterThan(10);
    });
  });

  it('for an address that asks without a token', async () => {
    const gateway = await started({ RATE_LIMIT_ADDRESS: '12', TRUSTED_PROXIES: '1' });
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const send = (address: string) =>
      gateway.fetch('/auth/token', { headers: { 'x-forwarded-for': address } });
    expect(await statuses(3, () => send(from))).toEqual([200, 200, 429]);
    expect(await statuses(1, () => send(`6.6.6.6, ${from}`))).toEqual([429]);
    expect((await send(`192.0.2.${randomInt(256)}`)).status).toBe(200);
  });

  it.each(['/nowhere', '/api/nowhere', '/api//hazards', '/openapi.json', '/docs', '/docs/swagger-ui.css'])(
    'for an address that asks for %s',
    async (path) => {
      const gateway = await started({ RATE_LIMIT_ADDRESS: '12', TRUSTED_PROXIES: '1' });
      const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
      const seen = await statuses(3, () => gateway.fetch(path, { headers }));
      expect([...new Set(seen.slice(0, 2)), seen[2]]).toEqual([seen[0], 429]);
      expect(seen[0]).not.toBe(429);
    },
  );

  it('for an address that asks with TRACE, and with other methods that no path has', async () => {
    const gateway = await started({ RATE_LIMIT_ADDRESS: '12', TRUSTED_PROXIES: '1' });
    const from = `X-Forwarded-For: 10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const seen = [];
    for (const method of ['TRACE', 'PROPFIND', 'TRACE', 'PROPFIND'])
      seen.push((await rawRequest(gateway.url, `${method} /api/hazards`, [from])).status);
    expect(seen).toEqual([501, 501, 429, 429]);
  });

  it('not for a good token, whatever its address asks without one', async () => {
    const gateway = await started({ RATE_LIMIT_ADDRESS: '6' });
    const anonymous = () => gateway.fetch('/auth/token');
    await eventually(async () => expect((await anonymous()).status).toBe(429));
    const { get } = await caller(gateway);
    expect((await get()).status).toBe(200);
  });

  it('for who asks for a company of others, which uses up nothing of theirs', async () => {
    const gateway = await started({ RATE_LIMIT_USER: '12', RATE_LIMIT_ADDRESS: '6' });
    const claims = { claims: { client_id: randomUUID() } };
    const [one, other] = [await gateway.member(claims), await gateway.member(claims)];
    const foreign = { ...one.headers, 'x-company-context': other.companyId };
    const ask = () => gateway.fetch('/api/hazards', { headers: foreign });
    expect(await statuses(3, ask)).toEqual([403, 403, 429]);
    expect(await (await ask()).json()).toMatchObject({ policy: 'user' });
    expect((await gateway.fetch('/api/hazards', { headers: other.headers })).status).toBe(200);
  });

  it('for a client that acts for no user, whose other users it takes nothing from', async () => {
    const gateway = await started({ RATE_LIMIT_USER: '12', RATE_LIMIT_CLIENT: '36' });
    const client_id = randomUUID();
    const own = await gateway.member({ claims: { client_id, sub: client_id } });
    const [user] = [await gateway.member({ claims: { client_id } })];
    const ask = ({ headers }: typeof own) => gateway.fetch('/api/hazards', { headers });
    expect(await statuses(4, () => ask(own))).toEqual([403, 403, 429, 429]);
    expect(await statuses(2, () => ask(user))).toEqual([200, 200]);
  });

  it('for an address that sends bad tokens, unless the next one is known to be good', async () => {
    const gateway = await started({ RATE_LIMIT_ADDRESS: '12', TRUSTED_PROXIES: '1' });
    const from = `2001:db8:${randomInt(0xffff).toString(16)}:1`;
    const wrong = (host: string) => ({
      'x-forwarded-for': `${from}::${host}`,
      authorization: 'Bearer wrong',
    });
    const { get } = await caller(gateway);
    expect((await get('/api/hazards', { 'x-forwarded-for': `${from}::9` })).status).toBe(200);
    expect(await statuses(2, () => get('/api/hazards', wrong('1')))).toEqual([401, 401]);
    expect((await get('/api/hazards', { 'x-forwarded-for': `${from}::2` })).status).toBe(200);
    const unknown = await caller(gateway);
    const refused = await unknown.get('/api/hazards', { 'x-forwarded-for': `${from}::2` });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ policy: 'bad-tokens' });
  });
});

describe('proxies that are trusted by address', () => {
  const seenBy = async (gateway: GatewayUnderTest, said: string) => {
    gateway.received.length = 0;
    await gateway.fetch('/auth/token', { headers: { 'x-forwarded-for': said } });
    return gateway.received[0]?.headers['x-forwarded-for'];
  };

  it.each([
    ['198.51.100.1', '198.51.100.1, 127.0.0.1'],
    ['6.6.6.6, 198.51.100.1', '198.51.100.1, 127.0.0.1'],
    ['6.6.6.6, 198.51.100.1, 10.0.0.7', '198.51.100.1, 10.0.0.7, 127.0.0.1'],
    ['10.0.0.9', '10.0.0.9, 127.0.0.1'],
    ['nonsense', 'nonsense, 127.0.0.1'],
    ['6.6.6.6, 198.51.100.1:5678, 10.0.0.7:80', '198.51.100.1, 10.0.0.7, 127.0.0.1'],
  ])('%s arrives as %s', async (said, expected) => {
    const gateway = await started({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    expect(await seenBy(gateway, said)).toBe(expected);
  });

  it('no entry is believed that comes from elsewhere', async () => {
    expect(await seenBy(await started({ TRUSTED_PROXIES: '10.0.0.0/8' }), '198.51.100.1')).toBe('127.0.0.1');
  });
});
