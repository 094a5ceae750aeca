import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, type Listener, listen } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

let closing: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(closing.map((one) => one.close()));
  closing = [];
});

async function gatewayTo(addresses: string[], env: NodeJS.ProcessEnv = {}): Promise<GatewayUnderTest> {
  const gateway = await startGateway({
    TRAINING_URL: addresses.join(', '),
    RATE_LIMIT_USER: '10000000',
    ...env,
  });
  closing.push(gateway);
  return gateway;
}

/** A process of a service: how often it was asked, and how it answers. */
async function replica(answer: Parameters<typeof listen>[0]) {
  const seen = { requests: 0 };
  const listener: Listener = await listen((request, response) => {
    seen.requests++;
    answer(request, response);
  });
  closing.push({ close: () => listener.close().catch(() => undefined) });
  return { ...listener, seen };
}

const well = () => replica((_, response) => response.end('{}'));
const ill = () => replica((request) => request.socket.destroy());

async function statuses(
  gateway: GatewayUnderTest,
  requests: number,
  init: RequestInit = {},
): Promise<number[]> {
  const { headers } = await gateway.member();
  const send = () => gateway.fetch('/api/courses', { ...init, headers: { ...headers, ...init.headers } });
  const seen: number[] = [];
  for (let sent = 0; sent < requests; sent++) seen.push((await send()).status);
  return seen;
}

describe('several processes of a service', () => {
  it('share the requests', async () => {
    const [one, other] = [await well(), await well()];
    const gateway = await gatewayTo([one.url, other.url]);
    expect(new Set(await statuses(gateway, 40))).toEqual(new Set([200]));
    expect(Math.min(one.seen.requests, other.seen.requests)).toBeGreaterThan(0);
  });

  it('stand in for one that is gone: no idempotent request fails, and soon it is not asked any more', async () => {
    const [gone, other] = [await ill(), await well()];
    const gateway = await gatewayTo([gone.url, other.url]);
    expect(new Set(await statuses(gateway, 60))).toEqual(new Set([200]));
    expect(gone.seen.requests).toBeLessThan(15);
  });

  it('stand in for one that is stopping, which ends its connections with its answers', async () => {
    const stopping = await replica((_, response) => response.setHeader('connection', 'close').end('{}'));
    const other = await well();
    const gateway = await gatewayTo([stopping.url, other.url]);
    const startedAt = performance.now();
    expect(new Set(await statuses(gateway, 100))).toEqual(new Set([200]));
    // At most once a second it is asked whether it meant it.
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(stopping.seen.requests).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  it('stay where one ends the connection of a request that it refuses: that one is not stopping', async () => {
    const refusing = await replica((_, response) => {
      response.writeHead(431, { connection: 'close' }).end('{}');
    });
    const gateway = await gatewayTo([refusing.url, (await well()).url]);
    expect(new Set(await statuses(gateway, 100))).toEqual(new Set([200, 431]));
    expect(refusing.seen.requests).toBeGreaterThan(20);
  });

  it('are all asked when all of them are stopping', async () => {
    const gateway = await gatewayTo([
      (await replica((_, response) => response.setHeader('connection', 'close').end('{}'))).url,
    ]);
    expect(new Set(await statuses(gateway, 5))).toEqual(new Set([200]));
  });

  it.each<[string, RequestInit]>([
    ['without a body', {}],
    ['with a body', { body: 'b'.repeat(200_000) }],
  ])('stand in for one where nothing listens, for every request %s', async (_, init) => {
    const bodies: number[] = [];
    const gone = await well();
    const other = await replica(async (request, response) => {
      let length = 0;
      for await (const chunk of request) length += chunk.length;
      bodies.push(length);
      response.end('{}');
    });
    await gone.close();
    const gateway = await gatewayTo([gone.url, other.url]);
    expect(new Set(await statuses(gateway, 20, { method: 'POST', ...init }))).toEqual(new Set([200]));
    expect(new Set(bodies)).toEqual(new Set([String(init.body ?? '').length]));
  });
});

describe('several processes of identity and accounts', () => {
  it('stand in for each other with requests, keys, revocations and memberships', async () => {
    const one = await gatewayTo([(await well()).url]);
    const gone = 'http://127.0.0.1:1';
    const gateway = await startGateway({
      IDENTITY_URL: `${gone},${one.identity.url}`,
      ACCOUNTS_URL: `${one.accountsUrl}, ${gone}`,
    });
    closing.push(gateway);
    expect((await gateway.fetch('/health/ready')).status).toBe(200);
    const seen = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const { headers } = await one.member();
      for (const path of ['/auth/any', '/accounts/companies/me', '/api/hazards'])
        seen.add((await gateway.fetch(path, { headers })).status);
    }
    expect([...seen]).toEqual([200]);
  });
});

const KEYED = { headers: { 'idempotency-key': 'k' } };

describe('a request whose connection is lost', () => {
  it.each<[string, RequestInit, number]>([
    ['GET', {}, 3],
    ['DELETE, which may be 404 the second time', { method: 'DELETE' }, 1],
    ['PUT, which may demand a version in its body', { method: 'PUT', body: '{}' }, 1],
    ['DELETE with Idempotency-Key', { method: 'DELETE', ...KEYED }, 3],
    [
      'PUT with If-Match and Idempotency-Key',
      { method: 'PUT', body: '{}', headers: { 'if-match': '"1"', ...KEYED.headers } },
      3,
    ],
    [
      'PUT with Idempotency-Key and a body that is gone',
      { method: 'PUT', ...KEYED, body: 'b'.repeat(20_000) },
      1,
    ],
    ['POST', { method: 'POST', body: '{}' }, 1],
    ['POST with Idempotency-Key', { method: 'POST', ...KEYED, body: '{}' }, 3],
    ['POST with Idempotency-Key without a body', { method: 'POST', ...KEYED }, 3],
  ])('%s is sent %#: as often as is safe', async (name, init, times) => {
    const gone = await ill();
    const gateway = await gatewayTo([gone.url]);
    const method = init.method ?? name;
    expect(await statuses(gateway, 1, { ...init, method })).toEqual([503]);
    expect(gone.seen.requests).toBe(times);
  });
});

it('a keyed write with a small body whose connection is lost reaches another process whole', async () => {
  const bodies: string[] = [];
  const other = await replica((request, response) =>
    text(request).then((body) => {
      bodies.push(body);
      response.end('{}');
    }),
  );
  const gateway = await gatewayTo([(await ill()).url, other.url]);
  const write = { method: 'POST', ...KEYED, body: 'a small body' };
  expect(new Set(await statuses(gateway, 20, write))).toEqual(new Set([200]));
  expect(new Set(bodies)).toEqual(new Set(['a small body']));
});

it('a POST whose connection is lost is sent once where nobody knows it by its Idempotency-Key', async () => {
  const gateway = await startGateway();
  closing.push(gateway);
  gateway.answerWith((request) => request.socket.destroy());
  const { headers } = await gateway.member();
  for (const path of ['/auth/token', '/accounts/companies/me']) {
    gateway.received.length = 0;
    const init = { method: 'POST', headers: { ...headers, ...KEYED.headers }, body: '{}' };
    expect((await gateway.fetch(path, init)).status).toBe(503);
    expect(gateway.received).toHaveLength(1);
  }
});

describe('503 at once, with Retry-After', () => {
  it('after five failures in a row, until the service answers again', async () => {
    let isIll = true;
    const service = await replica((request, response) =>
      isIll ? request.socket.destroy() : response.end('{}'),
    );
    const gateway = await gatewayTo([service.url]);
    expect(await statuses(gateway, 5, { method: 'POST' })).toEqual([503, 503, 503, 503, 503]);
    expect(await statuses(gateway, 3, { method: 'POST' })).toEqual([503, 503, 503]);
    expect(service.seen.requests).toBe(5);
    isIll = false;
    await eventually(async () => expect(await statuses(gateway, 1)).toEqual([200]));
  });

  it('for what comes beyond the connections and the places to wait', async () => {
    const taken = Promise.withResolvers<void>();
    const service = await replica(() => taken.resolve());
    const env = { UPSTREAM_CONNECTIONS: '1', UPSTREAM_WAITING: '0', UPSTREAM_BUDGET_MS: '5000' };
    const gateway = await gatewayTo([service.url], env);
    const { headers } = await gateway.member();
    const held = new AbortController();
    const first = gateway.fetch('/api/courses', { headers, signal: held.signal }).catch(() => undefined);
    await taken.promise;
    const refused = await gateway.fetch('/api/courses', { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(service.seen.requests).toBe(1);
    expect((await gateway.fetch('/api/hazards', { headers })).status).toBe(200);
    held.abort();
    await first;
  });
});
