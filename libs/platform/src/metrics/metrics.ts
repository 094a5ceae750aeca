import type { Attributes, Meter } from '@opentelemetry/api';
import { Histogram } from './histogram.js';

/** They tell values of one metric apart. Never a company, user, client or id: there are too many of them. */
export type Labels = Attributes;

export interface Reading {
  value: number;
  labels?: Labels;
}

type Unit = 'seconds' | 'bytes';

export interface MetricOptions {
  help: string;
  /** The end of the name, as Prometheus wants it. */
  unit?: Unit;
}

type Read = () => Reading[] | Promise<Reading[]>;

/**
 * The metrics of a service. Values that something knows already are read when they are asked for, so that
 * nothing is counted on the way of a request but its duration.
 */
export class Metrics {
  /** @param histograms of whoever exports the metrics of the `meter`; gets those that are made here */
  constructor(
    private readonly meter?: Meter,
    private readonly histograms: Histogram[] = [],
  ) {}

  /** Whether anybody can ask for them. */
  get areOn(): boolean {
    return this.meter !== undefined;
  }

  /** A value that goes up and down. A `read` that throws or takes too long leaves its values out. */
  gauge(name: string, { help, unit }: MetricOptions, read: Read): void {
    this.meter?.createObservableGauge(named(name, unit), { description: help }).addCallback(observing(read));
  }

  /** A value that only grows while the process lives. A `read` that throws leaves it as it was. */
  counter(name: string, { help, unit }: MetricOptions, read: Read): void {
    this.meter
      ?.createObservableCounter(named(name, unit), { description: help })
      .addCallback(observing(read));
  }

  /** Values that are counted by their size, up to each of `limits`. */
  histogram(
    name: string,
    { help, unit, limits }: MetricOptions & { limits: number[] },
  ): Histogram | undefined {
    if (!this.areOn) return undefined;
    const histogram = new Histogram(named(name, unit), help, limits);
    this.histograms.push(histogram);
    return histogram;
  }
}

const named = (name: string, unit: Unit | undefined): string => (unit ? `${name}.${unit}` : name);

const observing =
  (read: Read) =>
  async (result: { observe(value: number, labels?: Labels): void }): Promise<void> => {
    for (const { value, labels } of await read()) result.observe(value, labels);
  };

/** For what runs beside a service, such as commands of operators: nobody can ask it. */
export const noMetrics = new Metrics();
