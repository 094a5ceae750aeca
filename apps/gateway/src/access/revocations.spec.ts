import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSigned, signedFields, signerOf } from '@safety/bus/testing';
import { type MessageContract, membershipsChanged, sessionEnded, tokensRevoked } from '@safety/contracts';
import { eventually, type TokenOptions } from '@safety/testing';
import { Redis } from 'ioredis';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

let redis: Redis;
let gateways: GatewayUnderTest[] = [];

beforeAll(() => {
  redis = new Redis(process.env['REDIS_URL'] ?? '');
});

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
});

afterAll(() => redis.disconnect());

const soon = () => Math.floor(Date.now() / 1000) + 1800;

async function started(env?: NodeJS.ProcessEnv): Promise<GatewayUnderTest> {
  const gateway = await startGateway(env);
  gateways.push(gateway);
  return gateway;
}

/** Puts a message on the bus as the outbox of its owner does. */
async function publish(event: MessageContract, payload: object): Promise<void> {
  await publishSigned(redis, event, envelopeOf(event, payload));
}

const envelopeOf = (event: MessageContract, payload: object) => ({
  id: randomUUID(),
  type: event.name,
  companyId: null,
  occurredAt: new Date().toISOString(),
  payload,
});

/** A caller whose requests tell whether its token still counts. */
async function caller(gateway: GatewayUnderTest, claims: TokenOptions['claims']) {
  const { userId, headers } = await gateway.member({ claims: { sid: randomUUID(), ...claims } });
  return { userId, status: async () => (await gateway.fetch('/api/hazards', { headers })).status, headers };
}

/** The bus is read from the moment a connection stands: messages are published until one of them arrives. */
async function busIsRead(gateway: GatewayUnderTest): Promise<void> {
  const sid = randomUUID();
  const { status } = await caller(gateway, { sid });
  await eventually(async () => {
    await publish(tokensRevoked, { sid, issuedBefore: soon(), until: soon() });
    expect(await status()).toBe(401);
  });
}

describe('a revocation on the bus', () => {
  const subject = randomUUID();
  const revocation = { issuedBefore: soon(), until: soon() };

  it.each<[string, MessageContract, object, TokenOptions['claims']]>([
    ['a session', sessionEnded, { sid: subject, userId: randomUUID() }, { sid: subject }],
    ['a session by another event', tokensRevoked, { sid: subject }, { sid: subject }],
    ['a grant', tokensRevoked, { grantId: subject }, { grant_id: subject }],
    ['a client', tokensRevoked, { clientId: subject }, { client_id: subject }],
    ['one token', tokensRevoked, { jti: subject }, { jti: subject }],
  ])(
    'ends %s in every replica, and nothing else, though no snapshot tells of it',
    async (_, event, payload, claims) => {
      const replicas = [await started(), await started()];
      for (const replica of replicas) {
        await busIsRead(replica);
      }
      const ended = await Promise.all(replicas.map((replica) => caller(replica, claims)));
      const [other] = await Promise.all(replicas.map((replica) => caller(replica, {})));
      for (const { status } of ended) expect(await status()).toBe(200);
      await publish(event, { ...revocation, ...payload });
      for (const { status } of ended) await eventually(async () => expect(await status()).toBe(401));
      expect(await other?.status()).toBe(200);
    },
  );

  it('ends the tokens of a user that are older than it, and no newer ones', async () => {
    const gateway = await started();
    await busIsRead(gateway);
    const now = Math.floor(Date.now() / 1000);
    const old = await caller(gateway, { iat: now - 600 });
    expect(await old.status()).toBe(200);
    await publish(tokensRevoked, { userId: old.userId, issuedBefore: now - 300, until: soon() });
    await eventually(async () => expect(await old.status()).toBe(401));
    const token = await gateway.issuer.token(old.userId);
    const headers = { ...old.headers, authorization: `Bearer ${token}` };
    expect((await gateway.fetch('/api/hazards', { headers })).status).toBe(200);
  });

  it('answers as RFC 6750 3.1 asks', async () => {
    const gateway = await started();
    await busIsRead(gateway);
    const sid = randomUUID();
    const { status, headers } = await caller(gateway, { sid });
    await publish(tokensRevoked, { sid, ...revocation });
    await eventually(async () => expect(await status()).toBe(401));
    const answer = await gateway.fetch('/api/hazards', { headers });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await answer.json()).toMatchObject({ code: 'token-invalid' });
  });
});

describe('the snapshot of identity', () => {
  it('counts from the first request on, every page of it', async () => {
    const sid = randomUUID();
    const before = await started();
    const others = Array.from({ length: 4 }, () => ({
      jti: randomUUID(),
      issuedBefore: soon(),
      until: soon(),
    }));
    const { status } = await caller(before, { sid });
    expect(await status()).toBe(200);
    before.identity.revocations = [...others, { sid, issuedBefore: soon(), until: soon() }];
    const after = await started({ IDENTITY_URL: before.identity.url });
    const { headers } = await before.member({ claims: { sid } });
    expect((await after.fetch('/api/hazards', { headers })).status).toBe(401);
  });

  it('is not sent again while nothing has changed', async () => {
    const { identity } = await started();
    await eventually(() => expect(identity.unchanged).toBeGreaterThan(0));
  });

  it('is asked for several times while the bus may not be read yet', async () => {
    const startedAt = performance.now();
    const { identity } = await started();
    await eventually(() => expect(identity.unchanged).toBeGreaterThan(3));
    // Every five seconds it would take twenty.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('brings what the bus lost, with Redis down', async () => {
    const gateway = await started({ REDIS_URL: 'redis://127.0.0.1:1' });
    const sid = randomUUID();
    const { status } = await caller(gateway, { sid });
    expect(await status()).toBe(200);
    gateway.identity.revocations = [{ sid, issuedBefore: soon(), until: soon() }];
    await eventually(async () => expect(await status()).toBe(401));
  });

  it('is asked for until identity tells it; until then the gateway runs, is not ready, and answers tokens with 503', async () => {
    const { identity, member } = await started();
    identity.isAway = true;
    const gateway = await started({ IDENTITY_URL: identity.url });
    const readiness = async () => (await gateway.fetch('/health/ready')).status;
    expect(await readiness()).toBe(503);
    expect((await gateway.fetch('/health/live')).status).toBe(200);
    const { headers } = await member();
    const status = async () => (await gateway.fetch('/accounts/companies/me', { headers })).status;
    expect(await status()).toBe(503);
    identity.isAway = false;
    await eventually(async () => expect(await status()).toBe(200));
    expect(await readiness()).toBe(200);
    identity.isAway = true;
    expect(await readiness()).toBe(200);
  });
});

it('a message that identity did not sign ends nothing, and holds up none that it did', async () => {
  const gateway = await started();
  await busIsRead(gateway);
  const [forged, real] = [randomUUID(), randomUUID()];
  const [one, other] = [await caller(gateway, { sid: forged }), await caller(gateway, { sid: real })];
  const revocation = (sid: string) => ({ sid, issuedBefore: soon(), until: soon() });
  const envelope = envelopeOf(tokensRevoked, revocation(forged));
  await redis.xadd('bus:identity', '*', ...signedFields(tokensRevoked, envelope, signerOf('training')));
  await publish(tokensRevoked, revocation(real));
  await eventually(async () => expect(await other.status()).toBe(401));
  expect(await one.status()).toBe(200);
});

it('a membership that changed is asked for again', async () => {
  const gateway = await started();
  await busIsRead(gateway);
  const { status, userId } = await caller(gateway, {});
  expect(await status()).toBe(200);
  gateway.forgetMemberships(userId);
  expect(await status()).toBe(200);
  await publish(membershipsChanged, { userIds: [userId] });
  await eventually(async () => expect(await status()).toBe(403));
});
