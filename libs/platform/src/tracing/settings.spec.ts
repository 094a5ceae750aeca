import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readSettings } from '../settings/settings.js';
import { collectorOf, tracingSettings } from './settings.js';

const url = 'http://127.0.0.1:4318';
const collectorFor = (env: NodeJS.ProcessEnv) =>
  collectorOf(readSettings(z.object(tracingSettings), { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env }));

describe('traces', () => {
  it.each([
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_SDK_DISABLED', 'TRUE'],
    ['OTEL_TRACES_EXPORTER', 'none'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ''],
  ])('are off with %s=%s', (name, value) => {
    expect(collectorFor({ [name]: value })).toBeUndefined();
  });

  it.each([
    ['an address', {}, `${url}/v1/traces`],
    ['a path', { OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otlp/` }, `${url}/otlp/v1/traces`],
    ['a whole address', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/t?key=1` }, `${url}/t?key=1`],
  ])('go to %s', (_, env, address) => {
    expect(collectorFor(env)?.url).toBe(address);
  });

  it('are sent without compression, within ten seconds', () => {
    expect(collectorFor({ OTEL_SDK_DISABLED: 'False' })).toMatchObject({
      compression: 'none',
      timeoutMillis: 10_000,
    });
  });

  it('are sent as they are asked for by themselves, before what counts for all', () => {
    const env = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    };
    expect(collectorFor(env)).toMatchObject({ compression: 'gzip', timeoutMillis: 2_000 });
    const alone = {
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'none',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '3000',
    };
    expect(collectorFor({ ...env, ...alone })).toMatchObject({ compression: 'none', timeoutMillis: 3_000 });
  });

  it.each([
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_SDK_DISABLED', 'yes'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/xml'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/xml'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd'],
    ['OTEL_EXPORTER_OTLP_TRACES_COMPRESSION', 'zstd'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s'],
    ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', '0'],
  ])('are refused with %s=%s', (name, value) => {
    expect(() => collectorFor({ [name]: value })).toThrow(`Wrong settings: ${name}: `);
  });

  it.each([`${url}?key=1`, `${url}#part`, `${url}/v1/traces`, `${url}/v1/traces/`])(
    'are refused with OTEL_EXPORTER_OTLP_ENDPOINT=%s, and where it belongs is said',
    (address) => {
      expect(() => collectorFor({ OTEL_EXPORTER_OTLP_ENDPOINT: address })).toThrow(
        /^Wrong settings: OTEL_EXPORTER_OTLP_ENDPOINT: .*; OTEL_EXPORTER_OTLP_TRACES_ENDPOINT takes the whole address\.$/,
      );
    },
  );

  it.each(['grpc', 'http/protobuf'])('are refused as %s, unless they are off', (asked) => {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: asked };
    expect(() => collectorFor(env)).toThrow(`Traces are sent as http/json alone, not as ${asked}`);
    expect(collectorFor({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined();
  });
});
