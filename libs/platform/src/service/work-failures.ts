import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';

/** Counts what failed in the background, where no caller hears of it. */
@Injectable()
export class WorkFailures {
  private readonly counts = new Map<string, number>();

  constructor(metrics: Metrics) {
    metrics.counter('work.failures', { help: 'Background work that failed and is tried again.' }, () =>
      [...this.counts].map(([work, value]) => ({ value, labels: { work } })),
    );
  }

  /**
   * Counts so many failures. With none the count begins, since Prometheus sees only what is added to it.
   * @param work the name of the periodic work, of which a service has a few
   */
  add(work: string, failures: 0 | 1): void {
    this.counts.set(work, (this.counts.get(work) ?? 0) + failures);
  }
}
