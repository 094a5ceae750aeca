import { z } from 'zod';
import { SettingsError } from '../settings/settings.js';
import { wholeNumber } from '../settings/whole-number.js';

const endpoint = z.url({ protocol: /^https?$/, error: 'has to be an address with http:// or https://' });

const baseEndpoint = endpoint.refine((url) => !/[?#]|\/v1\/traces\/?$/.test(url), {
  error:
    'gets /v1/traces behind it, so it takes neither that nor a query or a fragment; OTEL_EXPORTER_OTLP_TRACES_ENDPOINT takes the whole address',
});
const protocol = z.enum(['grpc', 'http/protobuf', 'http/json']).optional();
const compression = z.enum(['gzip', 'none']);
const NO_SHARE = { error: 'has to be a number from 0 to 1' };
const share = z.coerce.number(NO_SHARE).min(0, NO_SHARE).max(1, NO_SHARE);
const timeoutMs = wholeNumber(1, 600_000);

/**
 * Settings of traces, by the names that OpenTelemetry gives them everywhere. The exporter reads further ones
 * of its own, such as `OTEL_EXPORTER_OTLP_CERTIFICATE`.
 */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseEndpoint
    .optional()
    .describe('Collector of traces, by OTLP over HTTP; without an exporter there are no traces.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint
    .optional()
    .describe('The same with its whole path, in place of OTEL_EXPORTER_OTLP_ENDPOINT.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the collector: name=value, comma-separated.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.describe('http/json, which alone is spoken.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.describe(
    'The same for traces alone, where other programs need another OTEL_EXPORTER_OTLP_PROTOCOL.',
  ),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression.default('none').describe('gzip or none.'),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression.optional().describe('The same for traces alone.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMs
    .default(10_000)
    .describe('Milliseconds in which an export has to succeed, with its repetitions.'),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeoutMs.optional().describe('The same for traces alone.'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional().describe('none switches traces off.'),
  OTEL_SDK_DISABLED: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .describe('true switches traces off.'),
  OTEL_SERVICE_NAME: z.string().optional().describe('Name of the service in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe('Attributes of the process: name=value, comma-separated.'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('Which traces are kept.'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1).describe('Share of traces to keep.'),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 60_000)
    .default(5_000)
    .describe('Milliseconds between two exports.'),
};

export type TracingSettings = z.infer<z.ZodObject<typeof tracingSettings>>;

/** Where traces go, and how. */
export interface CollectorOptions {
  url: string;
  compression: 'gzip' | 'none';
  timeoutMillis: number;
}

/**
 * Undefined while traces are off. Throws a `SettingsError` for a protocol that is not spoken: a collector
 * would refuse each export.
 */
export function collectorOf(settings: TracingSettings): CollectorOptions | undefined {
  const url = urlOf(settings);
  if (url === undefined) return undefined;
  const asked = settings.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? settings.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (asked !== undefined && asked !== 'http/json')
    throw new SettingsError(
      `Traces are sent as http/json alone, not as ${asked}: say so in OTEL_EXPORTER_OTLP_TRACES_PROTOCOL.`,
    );
  return {
    url,
    compression: settings.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? settings.OTEL_EXPORTER_OTLP_COMPRESSION,
    timeoutMillis: settings.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? settings.OTEL_EXPORTER_OTLP_TIMEOUT,
  };
}

function urlOf(settings: TracingSettings): string | undefined {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  if (OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  if (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = OTEL_EXPORTER_OTLP_ENDPOINT ?? (exporter === 'otlp' ? 'http://localhost:4318' : undefined);
  return base && `${base.replace(/\/$/, '')}/v1/traces`;
}
