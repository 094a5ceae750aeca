import { ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Histogram } from './histogram.js';

/** Hands histograms to whatever exports the metrics of the SDK. */
export class HistogramProducer implements MetricProducer {
  constructor(private readonly histograms: readonly Histogram[]) {}

  async collect(): Promise<CollectionResult> {
    const scope = { name: 'safety' };
    const scopeMetrics = [{ scope, metrics: this.histograms.map(dataOf) }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }
}

function dataOf({ name, help, limits, beganAt, series }: Histogram): HistogramMetricData {
  const times = { startTime: millisToHrTime(beganAt), endTime: millisToHrTime(Date.now()) };
  return {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    dataPointType: DataPointType.HISTOGRAM,
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: [...series].map(({ labels, counts, count, sum }) => ({
      ...times,
      attributes: labels,
      value: { buckets: { boundaries: [...limits], counts: [...counts] }, count, sum },
    })),
  };
}
