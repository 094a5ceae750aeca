import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { startIssuer, type TestIssuer } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const REFETCH_AFTER_MS = 31_000;

let gateway: GatewayUnderTest;
let next: TestIssuer;

beforeAll(async () => {
  // The clock alone: timers and promises stay what they are.
  const real = [
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
  ] as const;
  const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
  jest.useFakeTimers({ doNotFake: [...real, ...timers], now: Date.now() });
  gateway = await startGateway();
  next = await startIssuer();
});

afterAll(async () => {
  await Promise.all([gateway.close(), next.close()]);
  jest.useRealTimers();
});

/** The status that a token of the key `kid` of `issuer` gets. */
async function statusWith(issuer: TestIssuer, kid: string): Promise<number> {
  const { userId, headers } = await gateway.member();
  const authorization = `Bearer ${await issuer.token(userId, { header: { kid } })}`;
  return (await gateway.fetch('/api/hazards', { headers: { ...headers, authorization } })).status;
}

/** Publishes the key of the next issuer under another name beside the first. */
async function rotate(kid: string): Promise<void> {
  const { keys } = (await (await fetch(next.url)).json()) as { keys: object[] };
  gateway.identity.moreKeys = keys.map((key) => ({ ...key, kid }));
}

it('the keys are read once for the first tokens, and at most once in 30 s for unknown ones', async () => {
  const first = await Promise.all([1, 2, 3].map(() => statusWith(gateway.issuer, 'test-key')));
  expect([first, gateway.identity.keyReads]).toEqual([[200, 200, 200], 1]);
  jest.setSystemTime(Date.now() + REFETCH_AFTER_MS);
  const flood = await Promise.all(
    [...Array(20).keys()].map((index) => statusWith(gateway.issuer, `unknown-${index}`)),
  );
  expect([new Set(flood), gateway.identity.keyReads]).toEqual([new Set([401]), 2]);
});

it('a new key counts when the next unknown name may be asked for; the old one goes on counting', async () => {
  await rotate('next-key');
  jest.setSystemTime(Date.now() + REFETCH_AFTER_MS);
  expect(await statusWith(next, 'next-key')).toBe(200);
  expect(await statusWith(gateway.issuer, 'test-key')).toBe(200);
  expect(gateway.identity.keyReads).toBe(3);
});
