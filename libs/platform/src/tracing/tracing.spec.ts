import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { originHeaders } from '../http/request-context.js';
import { InjectLogger, type Logger } from '../logging/logger.token.js';
import { Periodic } from '../service/periodic.js';
import { createService } from '../service/service.js';
import { baseSettingsSchema } from '../settings/base-settings.js';
import { type CollectedSpan, Collector } from '../testing/collector.js';
import { THING_ID, ThingsModule } from '../testing/things.js';
import { callSpan, endCall } from './call-span.js';
import { childSpan, endedBy } from './span.js';
import { Tracing } from './tracing.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const sampled = `00-${TRACE_ID}-${SPAN_ID}-01`;
const unsampled = `00-${TRACE_ID}-${SPAN_ID}-00`;

/** A millisecond between exports; a case that is about the last export gives a longer time. */
const often = { OTEL_BSP_SCHEDULE_DELAY: '1' };

@Injectable()
class Worker extends Periodic {
  next: () => Promise<unknown> = () => Promise.resolve();

  constructor(@InjectLogger() logger: Logger) {
    super(logger, { name: 'work', everyMs: 5 });
  }

  protected work(): Promise<unknown> {
    return this.next();
  }
}

@Module({ imports: [ThingsModule], providers: [Worker] })
class WorkingModule {}

let collector: Collector;
let app: NestFastifyApplication | undefined;

beforeAll(async () => {
  collector = await Collector.start();
});
afterAll(() => collector.close());
afterEach(async () => {
  await app?.close();
  app = undefined;
  collector.spans.length = 0;
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<string> {
  ({ app } = await createService(
    WorkingModule,
    { name: 'things', settings: baseSettingsSchema },
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...often,
      ...env,
    },
  ));
  await app.listen(0, '127.0.0.1');
  return (await app.getUrl()).replace('[::1]', '127.0.0.1');
}

/** The spans, once the service has ended and sent the last. */
async function allSpans(): Promise<CollectedSpan[]> {
  await app?.close();
  app = undefined;
  return collector.spans;
}

/** Runs a program of its own. */
const run = (program: string, env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: '0', ...env },
  });

const traced = (traceparent: string): RequestInit => ({ headers: { traceparent } });

describe('a request', () => {
  it('continues the trace of its caller, by the pattern of its route', async () => {
    const url = await start();
    await fetch(`${url}/things/${THING_ID}?fields=name`, traced(sampled));
    expect(await allSpans()).toEqual([
      {
        service: 'things',
        name: 'GET /things/:id',
        kind: 'server',
        traceId: TRACE_ID,
        spanId: expect.stringMatching(/^[\da-f]{16}$/),
        parentSpanId: SPAN_ID,
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/things/:id',
          'http.response.status_code': 200,
        },
        failed: false,
      },
    ]);
  });

  it('begins a trace without one, and with one that cannot be continued', async () => {
    const url = await start();
    await fetch(`${url}/things`, traced(sampled));
    await fetch(`${url}/things`);
    await fetch(`${url}/things`, traced('00-1-1-01'));
    const spans = await allSpans();
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([SPAN_ID, undefined, undefined]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
  });

  it('404: has the problem as its error, and is no failure of the service', async () => {
    const url = await start();
    await fetch(`${url}/nowhere`, traced(sampled));
    expect(await allSpans()).toMatchObject([
      { name: 'GET none', attributes: { 'error.type': 'not-found' }, failed: false },
    ]);
  });

  it.each(['/health/live', '/internal/nothing'])('begins no trace at %s', async (path) => {
    const url = await start();
    await fetch(url + path);
    expect(await allSpans()).toEqual([]);
  });
});

describe('the sampling', () => {
  it.each([
    ['parentbased_always_on', '', sampled, 1],
    ['parentbased_always_on', '', unsampled, 0],
    ['parentbased_always_off', '', sampled, 1],
    ['parentbased_traceidratio', '0', sampled, 1],
    ['parentbased_traceidratio', '0', '', 0],
    ['always_on', '', unsampled, 1],
    ['always_off', '', sampled, 0],
    ['traceidratio', '0', sampled, 0],
    ['traceidratio', '1', unsampled, 1],
  ])('%s %s keeps of a request with "%s" %s', async (sampler, argument, traceparent, kept) => {
    const url = await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument });
    await fetch(`${url}/things`, traceparent ? traced(traceparent) : {});
    expect(await allSpans()).toHaveLength(kept);
  });

  it('tells those that are called of a trace that is not kept', async () => {
    await start();
    const headers = await (app as NestFastifyApplication)
      .get(Tracing)
      .run('work', { kind: 'internal', parent: { traceparent: unsampled } }, { tracestate: 'a=1' }, () =>
        Promise.resolve(originHeaders(childSpan('call', { kind: 'client' }))),
      );
    expect(headers).toEqual({
      traceparent: expect.stringMatching(new RegExp(`^00-${TRACE_ID}-(?!${SPAN_ID})[\\da-f]{16}-00$`)),
      tracestate: 'a=1',
    });
  });
});

describe('work', () => {
  it('is the parent of its calls, and a call is the one of whoever is called', async () => {
    await start();
    const { traceparent } = await (app as NestFastifyApplication)
      .get(Tracing)
      .run('work', { kind: 'consumer' }, { requestId: 'one' }, () => {
        const span = callSpan('GET', 'http://training:8080/internal/secret?of=anna');
        const headers = originHeaders(span);
        endCall(span, 503);
        return Promise.resolve(headers);
      });
    const [call, work] = (await allSpans()) as [CollectedSpan, CollectedSpan];
    expect(call).toMatchObject({
      name: 'GET',
      kind: 'client',
      parentSpanId: work.spanId,
      attributes: {
        'http.request.method': 'GET',
        'server.address': 'training:8080',
        'http.response.status_code': 503,
        'error.type': '503',
      },
      failed: true,
    });
    expect(traceparent).toBe(`00-${work.traceId}-${call.spanId}-01`);
  });

  it('that fails has the code of its error, and never its message', async () => {
    await start();
    const error = Object.assign(new Error('Key (email)=(anna@demo.example) exists'), { code: '23505' });
    const failing = () => endedBy(childSpan('INSERT', { kind: 'client' }), Promise.reject(error));
    const tracing = (app as NestFastifyApplication).get(Tracing);
    await expect(tracing.run('work', { kind: 'internal' }, {}, failing)).rejects.toBe(error);
    expect(await allSpans()).toMatchObject([
      { name: 'INSERT', attributes: { 'error.type': '23505' }, failed: true },
      { name: 'work', attributes: { 'error.type': '23505' }, failed: true },
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain('anna');
  });
});

describe('periodic work', () => {
  /** Runs it once with something to do. */
  async function runOnce(next: () => Promise<unknown>): Promise<CollectedSpan[]> {
    await start();
    const worker = (app as NestFastifyApplication).get(Worker);
    await new Promise<void>((resolve) => {
      worker.next = () => {
        worker.next = () => Promise.resolve();
        resolve();
        return next();
      };
    });
    return allSpans();
  }

  it('is a trace of its own', async () => {
    const ask = () => endedBy(childSpan('SELECT due', { kind: 'client' }), Promise.resolve());
    const [asked, work, ...others] = await runOnce(ask);
    expect([asked?.name, work?.name, others]).toEqual(['SELECT due', 'work', []]);
    expect([asked?.parentSpanId, work?.parentSpanId]).toEqual([work?.spanId, undefined]);
  });

  it('that finds nothing to do leaves none', async () => {
    expect(await runOnce(() => Promise.resolve())).toEqual([]);
  });

  it('that fails is one', async () => {
    expect(await runOnce(() => Promise.reject(new TypeError('no')))).toMatchObject([
      { name: 'work', attributes: { 'error.type': 'TypeError' }, failed: true },
    ]);
  });
});

describe('the service', () => {
  it('sends what is left when it stops, with its name, its version and its attributes', async () => {
    const url = await start({
      OTEL_BSP_SCHEDULE_DELAY: '60000',
      OTEL_SERVICE_NAME: 'renamed',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.name=ignored',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20one',
    });
    await fetch(`${url}/things`);
    expect(collector.spans).toEqual([]);
    expect(await allSpans()).toMatchObject([{ service: 'renamed', name: 'GET /things' }]);
    expect(collector.resource).toMatchObject({
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'service.instance.id': hostname(),
      'deployment.environment.name': 'staging',
    });
    expect(collector.headers.authorization).toBe('Bearer one');
  });

  it('has the id that it is given as an instance', async () => {
    const url = await start({ OTEL_RESOURCE_ATTRIBUTES: 'service.instance.id=second%20of%20two' });
    await fetch(`${url}/things`);
    expect(await allSpans()).toHaveLength(1);
    expect(collector.resource).toMatchObject({ 'service.instance.id': 'second of two' });
  });

  it('takes the whole path of a collector', async () => {
    const url = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    });
    await fetch(`${url}/things`);
    expect(await allSpans()).toHaveLength(1);
  });

  it('answers, and stops within its grace, while the collector is away', async () => {
    const url = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      // The exporter goes on trying for so long: ten seconds would outlive this file.
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      SHUTDOWN_GRACE_MS: '500',
    });
    for (let sent = 0; sent < 5; sent++) expect((await fetch(`${url}/things`)).status).toBe(200);
    expect(await allSpans()).toEqual([]);
  });

  it('sends as it is told for traces alone, before what counts for all', async () => {
    const url = await start({
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
    });
    await fetch(`${url}/things`);
    expect(await allSpans()).toHaveLength(1);
    expect(collector.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
  });

  it('tells that a collector refuses, and nothing of its answer: that may repeat a header', async () => {
    const refusing = createServer((request, response) =>
      response.writeHead(401).end(`Not yours: ${request.headers.authorization}`),
    ).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const program = `
      const { baseSettingsSchema, createService, Tracing } = await import('./dist/index.js');
      const { ThingsModule } = await import('./dist/testing/things.js');
      const { app } = await createService(ThingsModule, { name: 'things', settings: baseSettingsSchema }, process.env);
      app.get(Tracing).begin('work', { kind: 'internal' }).end();
      await app.close();`;
    const { stdout } = await run(program, {
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    });
    refusing.close();
    expect(JSON.parse(stdout)).toMatchObject({
      msg: 'traces: cannot be exported',
      err: { code: 401, message: 'Unauthorized' },
    });
    expect(stdout).not.toContain('of-the-collector');
  });

  it.each([
    ['without a collector loads nothing of OpenTelemetry', {}, 'false'],
    ['with one does', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, 'true'],
  ])('%s', async (_, env, loaded) => {
    const program = `
      import { registerHooks } from 'node:module';
      let loaded = false;
      registerHooks({ load: (url, context, next) => {
        loaded ||= url.includes('opentelemetry');
        return next(url, context);
      } });
      const { baseSettingsSchema, createService } = await import('./dist/index.js');
      const { ThingsModule } = await import('./dist/testing/things.js');
      await createService(ThingsModule, { name: 'things', settings: baseSettingsSchema }, process.env);
      console.log(loaded);
      process.exit();`;
    const { stdout } = await run(program, { LOG_LEVEL: 'silent', ...env });
    expect(stdout.trim()).toBe(loaded);
  });
});
