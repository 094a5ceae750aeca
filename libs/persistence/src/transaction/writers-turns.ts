import { ProblemError } from '@safety/platform';
import { type Places, Turns } from './turns.js';

/** The gateway gives a service ten seconds to begin its answer. */
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 256;

/**
 * Lets writers wait without a connection. They wait for each other in the database: for turns, for rows, for
 * references. Without this line one company would hold all connections meanwhile, and reads and other
 * companies would get none. The locks still count: other processes write, too.
 */
export class WritersTurns {
  private readonly turns: Turns;

  /** As many of `places` hold a connection each. */
  constructor(places: Places) {
    const limits = { longestWaitMs: LONGEST_WAIT_MS, mostWaiting: MOST_WAITING };
    this.turns = new Turns({ places, ...limits, refusal: tooMany });
  }

  get waiting(): number {
    return this.turns.waiting;
  }

  /** Throws 503 when too many of the company wait, or the turn does not come in time. */
  async take<Result>(companyId: string, write: () => Promise<Result>): Promise<Result> {
    const waits = this.turns.begin(companyId);
    if (waits) await waits;
    try {
      return await write();
    } finally {
      this.turns.end(companyId);
    }
  }
}

const tooMany = (): ProblemError =>
  new ProblemError('unavailable', {
    detail: 'Too many requests write to the company at once. Try again.',
    headers: { 'retry-after': '2' },
  });
