import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { GrantEnding } from './grant-ending.js';
import { SessionEnding } from './session-ending.js';
import { SessionLimits } from './session-limits.js';

const EVERY_MS = 15_000;
const BATCH_SIZE = 100;

/**
 * Ends sessions that have expired as any other: their clients are told, and their refresh tokens end. So do
 * grants of the password flow, which a company lets live as long as a session. First those of a company that
 * lets them live shorter now are shortened. Every process looks; the database gives each to one of them.
 */
@Injectable()
export class ExpiredSessions extends Periodic {
  constructor(
    private readonly sessions: SessionEnding,
    private readonly grants: GrantEnding,
    private readonly limits: SessionLimits,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'expired sessions: ending', everyMs: EVERY_MS });
  }

  protected async work(): Promise<void> {
    try {
      await this.limits.shortenAll(() => this.isStopping);
    } finally {
      await this.endAll();
    }
  }

  /** Resolves when none is left, or with the shutdown. */
  async endAll(): Promise<void> {
    for (const ending of [this.sessions, this.grants])
      while (!this.isStopping && (await ending.endExpired(BATCH_SIZE)) === BATCH_SIZE);
  }
}
