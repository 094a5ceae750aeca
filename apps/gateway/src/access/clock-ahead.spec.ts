import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
const inHalfAnHour = Math.floor(Date.now() / 1000) + 1800;

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway();
});

afterEach(() => void jest.restoreAllMocks());

afterAll(() => gateway.close());

it('a revocation that a clock ahead lets be forgotten counts again once the clock is right', async () => {
  const sid = randomUUID();
  const { headers } = await gateway.member({ claims: { sid } });
  const status = async () => (await gateway.fetch('/api/hazards', { headers })).status;
  gateway.identity.revocations = [{ sid, issuedBefore: inHalfAnHour, until: inHalfAnHour }];
  await eventually(async () => expect(await status()).toBe(401));
  const ahead = Date.now() + TWO_HOURS_MS - performance.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => ahead + performance.now());
  // The clock by which tokens expire stays: this shows what is forgotten.
  await eventually(async () => expect(await status()).toBe(200));
  clock.mockRestore();
  await eventually(async () => expect(await status()).toBe(401));
});
