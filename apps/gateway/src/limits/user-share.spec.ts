import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type GatewayUnderTest, type Member, startGateway } from '../testing/gateway-under-test.js';

/** Ten requests of one user at once, sixty of a company, a hundred and twenty of a client. */
const LIMITS = { RATE_LIMIT_USER: '60', RATE_LIMIT_COMPANY: '360', RATE_LIMIT_CLIENT: '720' };
/** More than two replicas let through of a client before they know of each other. */
const FLOOD = 300;
const READS = 4;
/** Users who need not exceed the share of one to ask more, all together, than a client may. */
const CROWD = 20;

let closing: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(closing.map((one) => one.close()));
  closing = [];
});

async function started(env: NodeJS.ProcessEnv): Promise<GatewayUnderTest> {
  const gateway = await startGateway({ ...LIMITS, ...env });
  closing.push(gateway);
  return gateway;
}

async function replicas(count: number, env: NodeJS.ProcessEnv): Promise<GatewayUnderTest[]> {
  const first = await started(env);
  const { identity, accountsUrl } = first;
  const others = Array.from({ length: count - 1 }, () =>
    started({ ...env, IDENTITY_URL: identity.url, ACCOUNTS_URL: accountsUrl }),
  );
  return [first, ...(await Promise.all(others))];
}

/** As many requests at the same moment, spread over the replicas; the bodies of those that are refused. */
async function requests(gateways: GatewayUnderTest[], path: string, { headers }: Member, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => gateways[at % gateways.length]?.fetch(path, { headers })),
  );
  const refused = answers.filter((answer) => answer?.status === 429);
  const problems = await Promise.all(refused.map((answer) => answer?.json() as Promise<{ policy: string }>));
  return {
    policies: new Set(problems.map(({ policy }) => policy)),
    statuses: new Set(answers.map((answer) => answer?.status)),
    waits: refused.map((answer) => Number(answer?.headers.get('retry-after'))),
  };
}

describe.each([
  ['two replicas and Redis', 2, {}],
  ['two replicas, with Redis away', 2, { REDIS_URL: 'redis://127.0.0.1:1' }],
  ['one replica', 1, {}],
])('a flood of one user, %s', (_, count, env) => {
  it.each(['/accounts/companies/me', '/api/hazards'])(
    '%s: 429 for the user alone, 200 for a colleague and for another company at the same client',
    async (path) => {
      const gateways = await replicas(count, env);
      const [first] = gateways as [GatewayUnderTest];
      const token = { claims: { client_id: randomUUID() } };
      const [flooder, stranger] = [await first.member(token), await first.member(token)];
      const colleague = await first.member(token, flooder.companyId);
      const [flood, ...reads] = await Promise.all([
        requests(gateways, path, flooder, FLOOD),
        requests(gateways, path, colleague, READS),
        requests(gateways, path, stranger, READS),
        requests(gateways, '/api/hazards', colleague, READS),
        requests(gateways, '/api/hazards', stranger, READS),
      ]);
      expect([...flood.policies]).toEqual(['user']);
      expect(Math.min(...flood.waits)).toBeGreaterThan(0);
      for (const { statuses } of reads) expect([...statuses]).toEqual([200]);
    },
  );
});

describe('a crowd of one company', () => {
  it.each([
    ['asks where no company is entered', '/accounts/companies/me', {}],
    ['asks for a company of others', '/api/hazards', { 'x-company-context': randomUUID() }],
  ])('%s: another company at the same client can work', async (_, path, context) => {
    const gateway = await started({});
    const token = { claims: { client_id: randomUUID() } };
    const stranger = await gateway.member(token);
    const companyId = randomUUID();
    const crowd = await Promise.all(Array.from({ length: CROWD }, () => gateway.member(token, companyId)));
    const floods = await Promise.all(
      crowd.map((one) =>
        requests([gateway], path, { ...one, headers: { ...one.headers, ...context } }, FLOOD / CROWD),
      ),
    );
    expect(floods.flatMap(({ policies }) => [...policies])).toContain('client');
    expect([...(await requests([gateway], '/api/hazards', stranger, READS)).statuses]).toEqual([200]);
  });
});

it('a user has a share at each client: what one client does takes nothing from the user at another', async () => {
  const gateway = await started({});
  const flooder = await gateway.member({ claims: { client_id: randomUUID() } });
  await requests([gateway], '/api/hazards', flooder, FLOOD);
  const authorization = `Bearer ${await gateway.issuer.token(flooder.userId, { claims: { client_id: randomUUID() } })}`;
  const elsewhere = { ...flooder, headers: { ...flooder.headers, authorization } };
  expect([...(await requests([gateway], '/api/hazards', elsewhere, READS)).statuses]).toEqual([200]);
});
