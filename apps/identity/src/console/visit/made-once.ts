import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@safety/platform';
import { lifetimes } from '../../lifetimes.js';
import { ReplayGuard } from '../../storage/short-lived/replay-guard.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';
import { FailedForm } from './refusals.js';

const FAILED = '';
/** Every submission asks for all the failed ones before it, so there are few of them. */
const MOST_ATTEMPTS = 5;
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
   * Throws what `make` throws, 503 while the first is not answered, and 429 once it has failed too often.
   */
  async addressOf(submission: string, make: () => Promise<string>): Promise<string> {
    const until = performance.now() + ANSWER_WITHIN_MS;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const key = `console-form:${submission}:${attempt}`;
      if (await this.replays.isFirst(key, lifetimes.interaction)) return this.attempt(key, make);
      const known = await this.outcomeOf(key, until);
      if (known !== FAILED) return known;
    }
    throw new FailedForm();
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

  private async outcomeOf(key: string, until: number): Promise<string> {
    do {
      const found = await this.shortLived.get(key);
      if (found) return found.value;
      await delay(ASK_AGAIN_MS);
    } while (performance.now() < until);
    throw unavailable(new Error('The same form was not answered in time'));
  }
}
