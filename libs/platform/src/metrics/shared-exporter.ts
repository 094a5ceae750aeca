import { type ExporterConfig, PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { AggregationTemporality, type CollectionResult, InstrumentType } from '@opentelemetry/sdk-metrics';

/**
 * Collects once at a time. Scrapes that come meanwhile share the result: collecting takes connections that
 * requests need.
 */
export class SharedExporter extends PrometheusExporter {
  private underWay: Promise<CollectionResult> | undefined;

  /** @param timeoutMillis a value that is not read by then is left out */
  constructor(
    options: ExporterConfig,
    private readonly timeoutMillis: number,
  ) {
    super(options);
  }

  /**
   * The SDK goes on telling the last value of a cumulative gauge that was not read this time. Between two
   * scrapes it is a value of now, or none.
   */
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : super.selectAggregationTemporality(type);
  }

  override collect(): Promise<CollectionResult> {
    const { timeoutMillis } = this;
    this.underWay ??= super.collect({ timeoutMillis }).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }
}
