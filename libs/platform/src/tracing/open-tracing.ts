import type { Logger } from '../logging/logger.token.js';
import { collectorOf, type TracingSettings } from './settings.js';
import { noTracing, Tracing } from './tracing.js';

export interface TracedService {
  /** The name of the service, unless `OTEL_SERVICE_NAME` is another one. */
  name: string;
  settings: TracingSettings & { SHUTDOWN_GRACE_MS: number };
  logger: Logger;
}

/** The traces of a service. The library is loaded only where traces go somewhere. */
export async function openTracing(service: TracedService): Promise<Tracing> {
  const collector = collectorOf(service.settings);
  if (!collector) return noTracing;
  const { OtelSource } = await import('./otel/otel-source.js');
  return new Tracing(new OtelSource(collector, service));
}
