import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { CollectionResult } from '@opentelemetry/sdk-metrics';

/**
 * Collects once at a time. Scrapes that come meanwhile share the result: collecting takes connections that
 * requests need.
 */
export class SharedExporter extends PrometheusExporter {
  private underWay: Promise<CollectionResult> | undefined;

  override collect(): Promise<CollectionResult> {
    this.underWay ??= super.collect().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }
}
