import {
  type BeforeApplicationShutdown,
  Inject,
  type OnApplicationBootstrap,
  Optional,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { noTracing, Tracing } from '../tracing/tracing.js';
import { WorkFailures } from './work-failures.js';

export interface PeriodicOptions {
  /** Begins the log line of a failure, for example `expired rows`. */
  name: string;
  everyMs: number;
  /** The first run belongs to the start of the service; default after one period. */
  atStart?: boolean;
  /** Of what Nest does not make itself, or not by its class: the traces of the service. */
  tracing?: Tracing;
  /** Of the same: counts what fails. */
  failures?: WorkFailures | undefined;
}

/**
 * A provider whose work is repeated while the service runs: one run at a time. A run that fails is logged,
 * and the next one tries again. The shutdown waits for a run that is under way, before any connection is
 * closed.
 */
export abstract class Periodic implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Set by Nest. Parts of commands have none. */
  @Optional() @Inject(Tracing) protected readonly tracing: Tracing;
  /** Set by Nest, in services alone. */
  @Optional() @Inject(WorkFailures) private readonly failures: WorkFailures | undefined;
  /** A run of many parts ends behind the part under way: another process does the rest, or the next start. */
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private sooner: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    protected readonly logger: Logger,
    private readonly options: PeriodicOptions,
  ) {
    this.tracing = options.tracing ?? noTracing;
    this.failures = options.failures;
  }

  /** One run. */
  protected abstract work(): Promise<unknown>;

  async onApplicationBootstrap(): Promise<void> {
    this.failures?.add(this.options.name, 0);
    this.timer = setInterval(() => void this.repeat(), this.options.everyMs).unref();
    if (this.options.atStart) await this.repeat();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.endRepeating();
  }

  protected async endRepeating(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
    // The last run may have asked for another one.
    clearTimeout(this.sooner);
  }

  /** Runs once more after so long, beside the runs of each period. */
  protected repeatAfter(ms: number): void {
    clearTimeout(this.sooner);
    this.sooner = setTimeout(() => void this.repeat(), ms).unref();
  }

  /** Counts a failure of all of the work or a part of it, which the log tells of and is tried again. */
  protected countFailure(): void {
    this.failures?.add(this.options.name, 1);
  }

  /** Counts a failure of all of the work, and logs it. */
  protected tellFailure(err: unknown): void {
    this.countFailure();
    this.logger.warn({ err }, `${this.options.name}: failed, will be tried again`);
  }

  private repeat(): Promise<void> {
    this.running ??= this.runOnce().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async runOnce(): Promise<void> {
    try {
      await this.tracing.runPeriodic(this.options.name, () => this.work());
    } catch (err) {
      this.tellFailure(err);
    }
  }
}
