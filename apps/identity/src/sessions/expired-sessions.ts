import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectLogger, type Logger } from '@safety/platform';
import { SessionEnding } from './session-ending.js';

const EVERY_MS = 15_000;
const AT_ONCE = 100;

/**
 * Ends sessions that have expired as any other: their clients are told, and their refresh tokens end. Every process looks; the
 * database gives each session to one of them.
 */
@Injectable()
export class ExpiredSessions implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly sessions: SessionEnding,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.ending ??= this.endAll()
        .catch((err: unknown) => this.logger.warn({ err }, 'expired sessions wait for their end'))
        .finally(() => {
          this.ending = undefined;
        });
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.ending;
  }

  /** Resolves when none is left. */
  async endAll(): Promise<void> {
    while ((await this.sessions.endExpired(AT_ONCE)) === AT_ONCE);
  }
}
