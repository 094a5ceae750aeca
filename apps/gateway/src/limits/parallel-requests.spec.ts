import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { FILL_MS, perMinute, type RatePolicyName } from './rate-policies.js';

const A_MINUTE = '60';
const PARALLEL = 100;
const { quota, refillMs } = perMinute('client', Number(A_MINUTE));

let gateways: GatewayUnderTest[] = [];

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
});

async function start(count: number, env: NodeJS.ProcessEnv): Promise<void> {
  for (let at = 0; at < count; at++) {
    const [first] = gateways;
    const same = first ? { IDENTITY_URL: first.identity.url, ACCOUNTS_URL: first.accountsUrl } : {};
    gateways.push(await startGateway({ TRUSTED_PROXIES: '1', ...env, ...same }));
  }
}

interface Limit {
  name: RatePolicyName;
  env: NodeJS.ProcessEnv;
  path: string;
  /** Headers of one of many requests that count for the same. */
  headers: () => Promise<Record<string, string>>;
}

const asMember = (path: string, name: RatePolicyName, setting: string): Limit => {
  const client_id = randomUUID();
  return {
    name,
    path,
    env: { [setting]: A_MINUTE },
    headers: async () => (await (gateways[0] as GatewayUnderTest).member({ claims: { client_id } })).headers,
  };
};

const asAddress = (name: RatePolicyName, path: string, more: () => Record<string, string>): Limit => {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return {
    name,
    path,
    env: { RATE_LIMIT_ADDRESS: A_MINUTE },
    headers: async () => ({ 'x-forwarded-for': address, ...more() }),
  };
};

const limits = (): Limit[] => [
  asMember('/api/hazards', 'user', 'RATE_LIMIT_USER'),
  asMember('/accounts/companies/me', 'user', 'RATE_LIMIT_USER'),
  asMember('/api/hazards', 'company', 'RATE_LIMIT_COMPANY'),
  asMember('/api/hazards', 'client', 'RATE_LIMIT_CLIENT'),
  asAddress('address', '/auth/connect/token', () => ({})),
  asAddress('bad-tokens', '/api/hazards', () => ({ authorization: `Bearer ${randomUUID()}` })),
];

/** How many of a hundred requests at the same moment are not refused, and for how long that took. */
async function letThrough({ path, headers }: Limit) {
  const same = await headers();
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, at) =>
      gateways[at % gateways.length]?.fetch(path, { headers: same }),
    ),
  );
  const through = answers.filter((answer) => answer?.status !== 429).length;
  return { through, refilled: Math.ceil((performance.now() - startedAt) / refillMs) };
}

describe(`of ${PARALLEL} requests at the same moment`, () => {
  it.each(limits())('one replica lets through what the limit $name holds, at $path', async (limit) => {
    await start(1, limit.env);
    const { through, refilled } = await letThrough(limit);
    expect(through).toBeGreaterThanOrEqual(quota);
    expect(through).toBeLessThanOrEqual(quota + refilled);
  });

  it.each(limits())(
    'two replicas let through at most twice what the limit $name holds, at $path',
    async (limit) => {
      await start(2, limit.env);
      const { through, refilled } = await letThrough(limit);
      expect(through).toBeLessThanOrEqual(2 * (quota + refilled));
    },
  );

  it('two replicas have noticed and take it from what comes next', async () => {
    const limit = asMember('/api/hazards', 'user', 'RATE_LIMIT_USER');
    await start(2, limit.env);
    const headers = await limit.headers();
    const again = { ...limit, headers: async () => headers };
    await letThrough(again);
    // Replicas exchange their counts within a tenth of a second. Twice the quota takes twice the time to
    // refill.
    const waits = async () => {
      const answers = await Promise.all(gateways.map((gateway) => gateway.fetch(limit.path, { headers })));
      return answers.map((answer) => Number(answer.headers.get('x-ratelimit-reset')));
    };
    await eventually(async () => expect(Math.max(...(await waits()))).toBeGreaterThan(FILL_MS / 1000));
  });
});
