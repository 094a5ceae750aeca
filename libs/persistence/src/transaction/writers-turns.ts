import { CONNECTIONS_TO_PROCESS, LONGEST_ANSWER_MS } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import { type Slots, Turns } from './turns.js';

/** So that the write has some of the time that the gateway gives it. */
const LONGEST_WAIT_MS = LONGEST_ANSWER_MS - 2_000;
/** Each holds a connection of the gateway: at least an eighth of these is left to those who read. */
const MOST_WAITING = {
  ofCompany: CONNECTIONS_TO_PROCESS / 2,
  ofAll: (CONNECTIONS_TO_PROCESS * 3) / 4,
  withFirst: (CONNECTIONS_TO_PROCESS * 7) / 8,
};

/** A writer who may have to wait. */
export interface WaitingWriter {
  /** Aborts when nobody waits for the answer any more. Called where the writer has to wait. */
  gone: () => AbortSignal;
  /** Runs behind a wait: rejects for a writer who may not write any more. */
  checkAgain: () => Promise<unknown>;
}

/**
 * Lets writers wait without a connection. They wait for each other in the database: for turns, for rows, for
 * references. Without this line one company would hold all connections meanwhile, and reads and other
 * companies would get none. The locks still count: other processes write, too.
 */
export class WritersTurns {
  private readonly turns: Turns;

  /** As many of `slots` hold a connection each. */
  constructor(slots: Slots) {
    const limits = { longestWaitMs: LONGEST_WAIT_MS, mostWaiting: MOST_WAITING };
    this.turns = new Turns({ slots, ...limits, refusal: tooMany });
  }

  get waiting(): number {
    return this.turns.waiting;
  }

  /** Throws 503 when too many wait, or the turn does not come in time. */
  async take<Result>(
    companyId: string,
    write: () => Promise<Result>,
    writer?: WaitingWriter,
  ): Promise<Result> {
    let gone: AbortSignal | undefined;
    const waits = this.turns.begin(companyId, writer && (() => (gone = writer.gone())));
    if (waits) await waits;
    try {
      if (waits && writer) await writer.checkAgain();
      if (gone?.aborted) throw tooMany();
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
