import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { publishSigned } from '@safety/bus/testing';
import { type KeysRotated, keysRotated } from '@safety/contracts';
import { eventually, startIssuer, type TestIssuer } from '@safety/testing';
import { Redis } from 'ioredis';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const POLLED_AFTER_MS = 30_000;

let redis: Redis;
/** It signs with the key that identity has from now on. */
let next: TestIssuer;
let closing: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  redis = new Redis(process.env['REDIS_URL'] ?? '');
  next = await startIssuer();
});

beforeEach(() => {
  // Intervals alone, so that keys are polled when a test says so.
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });
});

afterEach(async () => {
  await Promise.all(closing.map((one) => one.close()));
  closing = [];
  jest.useRealTimers();
});

afterAll(async () => {
  redis.disconnect();
  await next.close();
});

async function started(env?: NodeJS.ProcessEnv): Promise<GatewayUnderTest> {
  const gateway = await startGateway(env);
  closing.push(gateway);
  return gateway;
}

/** Puts the message on the bus as the outbox of identity does, until it has arrived. */
async function publish(rotated: KeysRotated, hasArrived: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    const messages = {
      id: randomUUID(),
      type: keysRotated.name,
      companyId: null,
      occurredAt: new Date().toISOString(),
    };
    await publishSigned(redis, keysRotated, { ...messages, payload: rotated });
    await hasArrived();
  });
}

/** A member, and the status that the tokens of one issuer get. */
async function member(gateway: GatewayUnderTest) {
  const { userId, headers } = await gateway.member();
  const statusOf = async (authorization: string) =>
    (await gateway.fetch('/api/hazards', { headers: { ...headers, authorization } })).status;
  const authorization = `Bearer ${await next.token(userId, { header: { kid: 'next-key' } })}`;
  return { old: () => statusOf(headers.authorization), fresh: () => statusOf(authorization) };
}

async function publishNext({ identity }: GatewayUnderTest): Promise<void> {
  const { keys } = (await (await fetch(next.url)).json()) as { keys: object[] };
  identity.moreKeys = keys.map((key) => ({ ...key, kid: 'next-key' }));
}

const withdrawn: KeysRotated = {
  keyIds: ['next-key'],
  accessTokenKeyId: 'next-key',
  withdrawnKeyIds: ['test-key'],
};

describe('a key that is withdrawn', () => {
  it('401 at once for a token that was taken before, 200 for one of the new key', async () => {
    const gateway = await started();
    const { old, fresh } = await member(gateway);
    expect(await old()).toBe(200);
    await publishNext(gateway);
    gateway.identity.hidesKeys = true;
    await publish(withdrawn, async () => expect(await old()).toBe(401));
    await eventually(async () => expect(await fresh()).toBe(200));
  });

  it('401 whatever a process of identity answers that has not heard of it; 503 for a new token until one has', async () => {
    const gateway = await started();
    const { old, fresh } = await member(gateway);
    expect(await old()).toBe(200);
    await publish(withdrawn, async () => expect(await old()).toBe(401));
    expect([await old(), await fresh()]).toEqual([401, 503]);
    await publishNext(gateway);
    await eventually(async () => expect(await fresh()).toBe(200));
    expect(await old()).toBe(401);
  });

  it('401 with Redis away, once the keys have been polled', async () => {
    const gateway = await started({ REDIS_URL: 'redis://127.0.0.1:1' });
    const { old, fresh } = await member(gateway);
    expect(await old()).toBe(200);
    await publishNext(gateway);
    gateway.identity.hidesKeys = true;
    jest.advanceTimersByTime(POLLED_AFTER_MS);
    await eventually(async () => expect(await old()).toBe(401));
    expect(await fresh()).toBe(200);
  });

  it('200 while identity is away or answers no keys', async () => {
    const gateway = await started({ REDIS_URL: 'redis://127.0.0.1:1' });
    const { old } = await member(gateway);
    expect(await old()).toBe(200);
    const reads = gateway.identity.keyReads;
    gateway.identity.hidesKeys = true;
    jest.advanceTimersByTime(POLLED_AFTER_MS);
    await eventually(() => expect(gateway.identity.keyReads).toBeGreaterThan(reads));
    expect(await old()).toBe(200);
  });
});
