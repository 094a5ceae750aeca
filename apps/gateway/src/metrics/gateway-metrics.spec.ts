import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultProxy } from '@safety/local-stack';
import { describeMetrics, eventually, scrape } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const redis = new FaultProxy(process.env['REDIS_URL'] ?? '');
let gateway: GatewayUnderTest;

beforeAll(async () => {
  await redis.restore();
  gateway = await startGateway({ METRICS_PORT: '0', RATE_LIMIT_USER: '4', REDIS_URL: redis.url });
});
afterAll(async () => {
  await gateway.close();
  await redis.cut();
});

describeMetrics(() => gateway.app, 'every service', 'gateway');

it('work_failures_total counts whether the keys of identity are read', async () => {
  const { samples } = await scrape(gateway.app);
  expect(samples).toContainEqual({
    name: 'work_failures_total',
    labels: expect.objectContaining({ work: 'public keys: reading' }),
    value: 0,
  });
});

/** How often each status and problem was answered for a route. */
async function answers(route: string): Promise<Record<string, number>> {
  const { samples } = await scrape(gateway.app);
  const counts = samples.filter(
    ({ name, labels }) =>
      name === 'http_server_request_duration_seconds_count' && labels['http_route'] === route,
  );
  return Object.fromEntries(
    counts.map(({ labels, value }) => [
      [labels['http_response_status_code'], labels['error_type']].filter(Boolean).join(' '),
      value,
    ]),
  );
}

describe('http_server_request_duration_seconds of the gateway', () => {
  it('counts what services answer and what the gateway refuses, by the prefix of the route', async () => {
    const { headers } = await gateway.member();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent++)
      statuses.push((await gateway.fetch(`/api/courses/${sent}`, { headers })).status);
    const times = (wanted: number) => statuses.filter((status) => status === wanted).length;
    await gateway.fetch('/api/courses');
    await eventually(async () =>
      expect(await answers('/api/courses')).toEqual({
        '200': times(200),
        '401 token-missing': 1,
        '429 rate-limited:user': times(429),
      }),
    );
    expect(times(429)).toBeGreaterThan(0);
  });

  it('counts what leads nowhere as one route', async () => {
    await gateway.fetch('/nowhere/1');
    await gateway.fetch('/nowhere/2');
    await eventually(async () =>
      expect(await answers('/*')).toEqual({ '404 not-found': expect.any(Number) }),
    );
  });
});

it('gateway_upstream_processes names each service', async () => {
  const { samples } = await scrape(gateway.app);
  const named = samples.filter(({ name }) => name === 'gateway_upstream_processes');
  expect(named.map(({ labels, value }) => [labels['upstream'], value]).toSorted()).toEqual(
    ['accounts', 'hazards-events', 'identity', 'personnel-org', 'training'].map((name) => [name, 1]),
  );
});

it('bus_redis_up: 1 while the gateway reaches Redis, else 0', async () => {
  const isUp = async () =>
    (await scrape(gateway.app)).samples
      .filter(({ name }) => name === 'bus_redis_up')
      .map(({ value }) => value);
  await eventually(async () => expect(await isUp()).toEqual([1]));
  await redis.cut();
  await eventually(async () => expect(await isUp()).toEqual([0]));
  await redis.restore();
  await eventually(async () => expect(await isUp()).toEqual([1]));
});
