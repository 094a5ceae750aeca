import { z } from 'zod';

const endpoint = z.url({ protocol: /^https?$/ });

/**
 * Settings of traces, by the names that OpenTelemetry gives them everywhere. The exporter reads further ones
 * of its own, such as `OTEL_EXPORTER_OTLP_TIMEOUT`.
 */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint
    .optional()
    .describe('Collector of traces, by OTLP over HTTP; without an exporter there are no traces.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint
    .optional()
    .describe('The same with its whole path, in place of OTEL_EXPORTER_OTLP_ENDPOINT.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the collector: name=value, comma-separated.'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional().describe('none switches traces off.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('true switches traces off.'),
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
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of traces to keep.'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(5_000)
    .describe('Milliseconds between two exports.'),
};

export type TracingSettings = z.infer<z.ZodObject<typeof tracingSettings>>;

/** Where traces go; undefined while they are off. */
export function collectorOf(settings: TracingSettings): string | undefined {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  if (OTEL_SDK_DISABLED === 'true' || exporter === 'none') return undefined;
  if (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = OTEL_EXPORTER_OTLP_ENDPOINT ?? (exporter === 'otlp' ? 'http://localhost:4318' : undefined);
  return base && `${base.replace(/\/$/, '')}/v1/traces`;
}
