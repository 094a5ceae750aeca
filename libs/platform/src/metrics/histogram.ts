import type { Attributes } from '@opentelemetry/api';

/** The values with the same labels. */
interface Series {
  readonly labels: Attributes;
  /** How many there are up to each limit and above the one before; the last are above all of them. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/**
 * Values that are counted by their size. The SDK of OpenTelemetry would sort and print the labels of each of
 * them, which costs each request more than all else that is measured.
 */
export class Histogram {
  readonly beganAt = Date.now();
  private readonly seriesByKey = new Map<string, Series>();

  constructor(
    readonly name: string,
    readonly help: string,
    readonly limits: readonly number[],
  ) {}

  get series(): Iterable<Series> {
    return this.seriesByKey.values();
  }

  /** @param labelsOf makes the labels that `key` stands for, for their first value alone */
  record(value: number, key: string, labelsOf: () => Attributes): void {
    const series = this.seriesByKey.get(key) ?? this.addSeries(key, labelsOf());
    let place = 0;
    for (const limit of this.limits) {
      if (value <= limit) break;
      place++;
    }
    series.counts[place] = (series.counts[place] ?? 0) + 1;
    series.count++;
    series.sum += value;
  }

  private addSeries(key: string, labels: Attributes): Series {
    const counts = Array.from({ length: this.limits.length + 1 }, () => 0);
    const series = { labels, counts, count: 0, sum: 0 };
    this.seriesByKey.set(key, series);
    return series;
  }
}
