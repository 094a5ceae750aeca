import type { Logger } from 'pino';

/** What is repeated, and how. */
export interface PeriodicOptions {
  /** Begins the log line of a failure, for example `expired keys`. */
  name: string;
  everyMs: number;
  work: () => Promise<unknown>;
  logger: Pick<Logger, 'warn'>;
}

/** Work that a service repeats: one run at a time; a run that fails is logged and the next one tries again. */
export class Periodic {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: PeriodicOptions) {}

  /** Repeats the work from now on; the first run begins after one period. */
  start(): void {
    this.timer = setInterval(() => void this.run(), this.options.everyMs).unref();
  }

  /** Runs the work once the run before has ended. Never throws. */
  run(): Promise<void> {
    const { name, work, logger } = this.options;
    this.running = this.running
      .then(work)
      .then(() => undefined)
      .catch((err: unknown) => logger.warn({ err }, `${name}: failed, will be tried again`));
    return this.running;
  }

  /** Begins no further run, and resolves when the last one has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
