import { hostname } from 'node:os';
import type { Tracer } from '@opentelemetry/api';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { version } from '../../service/version.js';
import { waitAtMost } from '../../service/wait-at-most.js';
import type { TracedService } from '../open-tracing.js';
import type { CollectorOptions } from '../settings.js';
import type { Span } from '../span.js';
import type { SpanSource, TraceOptions } from '../tracing.js';
import { contextOf, OtelSpan, startSpan } from './otel-span.js';
import { ReportingExporter } from './reporting-exporter.js';
import { samplerOf } from './sampler.js';

type OtlpOptions = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>;

/** The share of the grace of a stopping service in which the last spans are sent. */
const SHARE_OF_GRACE = 0.1;

/**
 * Traces by the SDK of OpenTelemetry, without anything global: specs run several services in a process. Spans
 * wait in a bounded queue, and are dropped when it is full: an unavailable collector costs nothing else.
 */
export class OtelSource implements SpanSource {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly closeWithinMs: number;

  constructor(
    { url, timeoutMillis, compression }: CollectorOptions,
    { name, settings, logger }: TracedService,
  ) {
    const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_RESOURCE_ATTRIBUTES: attributes } = settings;
    const exporter = new OTLPTraceExporter({
      url,
      timeoutMillis,
      // The type is an enumeration of a package of its own, with these two.
      compression: compression as NonNullable<OtlpOptions['compression']>,
      ...(headers && { headers: parseKeyPairsIntoRecord(headers) }),
    });
    this.provider = new TracerProvider({
      sampler: samplerOf(settings),
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.version': version,
          // The name of the pod in Kubernetes.
          'service.instance.id': hostname(),
          ...parseKeyPairsIntoRecord(attributes),
          'service.name': settings.OTEL_SERVICE_NAME ?? name,
        }),
      ),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new ReportingExporter(exporter, logger),
          scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('safety');
    this.closeWithinMs = settings.SHUTDOWN_GRACE_MS * SHARE_OF_GRACE;
  }

  begin(name: string, { parent, ...options }: TraceOptions): Span {
    return new OtelSpan(this.tracer, startSpan(this.tracer, name, options, contextOf(parent)));
  }

  /** A collector that does not answer must not hold the end of the service up. */
  async close(): Promise<void> {
    // An export that fails has been reported.
    const closed = this.provider.shutdown().catch(() => undefined);
    await waitAtMost(this.closeWithinMs, closed);
  }
}
