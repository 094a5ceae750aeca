import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModuleRef } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { LOGGER } from '../logging/logger.token.js';
import { Periodic } from '../service/periodic.js';
import { createService } from '../service/service.js';
import { baseSettingsSchema } from '../settings/base-settings.js';
import { THING_ID, ThingsModule } from '../testing/things.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { SharedExporter } from './shared-exporter.js';

const options = { name: 'things', settings: baseSettingsSchema };
const env = { PORT: '0', LOG_LEVEL: 'silent' };

async function start(settings: NodeJS.ProcessEnv): Promise<{ app: NestFastifyApplication; url: string }> {
  const { app } = await createService(ThingsModule, options, { ...env, ...settings });
  await app.listen(0, '127.0.0.1');
  return { app, url: (await app.getUrl()).replace('[::1]', '127.0.0.1') };
}

describe('a service with METRICS_PORT', () => {
  let app: NestFastifyApplication;
  let url: string;
  let address: string;

  beforeAll(async () => {
    ({ app, url } = await start({ METRICS_PORT: '0' }));
    address = `http://127.0.0.1:${app.get(MetricsServer).port}`;
  });
  afterAll(() => app.close());

  /** The lines of answers, once so many of them are counted: that comes after the answer. */
  async function counted(route: string, answers: number): Promise<string[]> {
    for (;;) {
      const text = await (await fetch(`${address}/metrics`)).text();
      const lines = text
        .split('\n')
        .filter(
          (line) =>
            line.startsWith('http_server_request_duration_seconds_count') && line.includes(`"${route}"`),
        );
      const sum = lines.reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
      if (sum >= answers) return lines.toSorted();
    }
  }

  const scrape = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();

  it('counts answers by method, pattern of the route, status and problem', async () => {
    await fetch(`${url}/things/${THING_ID}`);
    await fetch(`${url}/things/${THING_ID}`);
    await fetch(`${url}/things/00000000-0000-4000-8000-000000000000`);
    const name = 'http_server_request_duration_seconds_count';
    expect(await counted('/things/:id', 3)).toEqual([
      `${name}{http_request_method="GET",http_route="/things/:id",http_response_status_code="200"} 2`,
      `${name}{http_request_method="GET",http_route="/things/:id",http_response_status_code="404",error_type="not-found"} 1`,
    ]);
  });

  it('counts addresses without a route as one', async () => {
    await Promise.all(['/one', '/two', '/three'].map((path) => fetch(url + path)));
    expect(await counted('none', 3)).toHaveLength(1);
  });

  it('leaves out probes', async () => {
    await fetch(`${url}/health/ready`);
    expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('/health');
  });

  it('leaves out what cannot be read, and tells the rest', async () => {
    const metrics = app.get(Metrics);
    metrics.gauge('broken.thing', { help: 'Fails.' }, () => Promise.reject(new Error('no database')));
    metrics.counter('whole.things', { help: 'Works.' }, () => [{ value: 3 }]);
    const text = await (await fetch(`${address}/metrics`)).text();
    expect(text).toMatch(/^whole_things_total 3$/m);
    expect(text).not.toMatch(/^broken_thing \d/m);
  });

  it('leaves out a gauge, or one of its labels, as long as it cannot be read, and goes on with a counter', async () => {
    const metrics = app.get(Metrics);
    let read = (): Record<string, number> => ({ east: 1, west: 2 });
    const readings = () => Object.entries(read()).map(([state, value]) => ({ value, labels: { state } }));
    metrics.gauge('flaky.thing', { help: 'Comes and goes.' }, async () => readings());
    metrics.counter('flaky.things', { help: 'Only grows.' }, async () => readings());
    const told = async (): Promise<string[]> => (await scrape()).match(/^flaky_thing.*/gm) ?? [];
    const gauge = (east: number, west: number) => [
      `flaky_thing{state="east"} ${east}`,
      `flaky_thing{state="west"} ${west}`,
    ];
    const counter = (east: number, west: number) => [
      `flaky_things_total{state="east"} ${east}`,
      `flaky_things_total{state="west"} ${west}`,
    ];
    expect(await told()).toEqual([...gauge(1, 2), ...counter(1, 2)]);
    read = () => {
      throw new Error('no database');
    };
    expect(await told()).toEqual(counter(1, 2));
    read = () => ({});
    expect(await told()).toEqual(counter(1, 2));
    read = () => ({ west: 5 });
    expect(await told()).toEqual([gauge(1, 5)[1], ...counter(1, 5)]);
    read = () => ({ east: 3, west: 6 });
    expect(await told()).toEqual([...gauge(3, 6), ...counter(3, 6)]);
  });

  it('counts work in the background that failed', async () => {
    class Failing extends Periodic {
      constructor() {
        super(app.get(LOGGER), { name: 'failing', everyMs: 1e9, atStart: true });
      }
      protected work(): Promise<void> {
        return Promise.reject(new Error('not today'));
      }
    }
    for (let run = 0; run < 2; run++) {
      const work = await app.get(ModuleRef).create(Failing);
      await work.onApplicationBootstrap();
      await work.beforeApplicationShutdown();
    }
    expect(await scrape()).toMatch(/^work_failures_total\{work="failing"\} 2$/m);
  });

  it('collects once for scrapes that come while one is under way, and again for the next', async () => {
    const arrived = Promise.withResolvers<void>();
    const { promise: readable, resolve: answer } = Promise.withResolvers<void>();
    let [requests, collections] = [0, 0];
    const server = Reflect.get(app.get(MetricsServer), 'server') as Server;
    server.on('request', () => ++requests === 40 && arrived.resolve());
    app.get(Metrics).gauge('slow.thing', { help: 'Waits.' }, async () => {
      const value = ++collections;
      await readable;
      return [{ value }];
    });
    const scrapes = Array.from({ length: 40 }, scrape);
    await arrived.promise;
    answer();
    const told = (await Promise.all(scrapes)).map((text) => /^slow_thing (\d+)$/m.exec(text)?.[1]);
    expect(new Set(told)).toEqual(new Set(['1']));
    expect(await scrape()).toMatch(/^slow_thing 2$/m);
  });

  it('200: GET /metrics with a query, which says nothing', async () => {
    expect(await (await fetch(`${address}/metrics?x=1`)).text()).toContain('process_start_time_seconds');
  });

  it('200: HEAD /metrics, with the headers of GET and no body', async () => {
    const answer = await fetch(`${address}/metrics`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain',
      '',
    ]);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/metrics/more'],
    ['POST', '/metrics'],
  ])('404: %s %s at the port of metrics', async (method, path) => {
    expect((await fetch(address + path, { method })).status).toBe(404);
  });

  it('404: /metrics at the port of requests', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });
});

it('leaves out what is not read in time, and tells the rest', async () => {
  const exporter = new SharedExporter({ preventServerStart: true }, 1);
  const metrics = new Metrics(new MeterProvider({ readers: [exporter] }).getMeter('things'));
  metrics.gauge('endless.thing', { help: 'Never read.' }, () => new Promise(() => undefined));
  metrics.gauge('whole.thing', { help: 'Works.' }, () => [{ value: 3 }]);
  const { resourceMetrics } = await exporter.collect();
  const told = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  expect(told.map(({ descriptor }) => descriptor.name)).toEqual(['whole.thing']);
});

describe('a service without METRICS_PORT', () => {
  it('listens nowhere else and measures nothing', async () => {
    const { app } = await start({});
    expect([app.get(MetricsServer).port, app.get(Metrics).areOn]).toEqual([undefined, false]);
    await app.close();
  });
});

it('METRICS_PORT that is taken stops the start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow('EADDRINUSE');
  taken.close();
});
