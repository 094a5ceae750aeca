import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '@safety/platform';
import { lifetimes } from '../../lifetimes.js';
import { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';

const FAILED = '';
const ASK_AGAIN_MS = 100;
/** Shorter than the gateway waits for the page. */
const ANSWER_WITHIN_MS = 4_000;

/** Has a form that is sent twice make one thing, or change or end it once. */
@Injectable()
export class MadeOnce {
  constructor(
    private readonly replays: ReplayGuard,
    private readonly shortLived: ShortLived,
  ) {}

  /**
   * The address that `make` resolves to; for a later submission the one of the first, unless that failed.
   * Throws what `make` throws, and 503 while the first is not answered.
   */
  async addressOf(submission: string, make: () => Promise<string>): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const key = `console-form:${submission}:${attempt}`;
      if (await this.replays.isFirst(key, lifetimes.interaction)) return this.attempt(key, make);
      const known = await this.outcomeOf(key);
      if (known !== FAILED) return known;
    }
  }

  private async attempt(key: string, make: () => Promise<string>): Promise<string> {
    let address = FAILED;
    try {
      address = await make();
      return address;
    } finally {
      await this.shortLived.set(key, address, lifetimes.interaction);
    }
  }

  private async outcomeOf(key: string): Promise<string> {
    const until = performance.now() + ANSWER_WITHIN_MS;
    do {
      const found = await this.shortLived.get(key);
      if (found) return found.value;
      await delay(ASK_AGAIN_MS);
    } while (performance.now() < until);
    throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
  }
}
