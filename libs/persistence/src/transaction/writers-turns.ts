import { unavailable } from '@safety/platform';
import { STATEMENT_TIMEOUT_MS } from '../time-limits.js';

/**
 * Lets the writers of a company go one after the other in this process, before each takes a connection.
 * Where they take turns in the database anyway, all connections would wait there for one lock, and reads and
 * other companies for a connection. The lock still counts: other processes write, too.
 */
export class WritersTurns {
  private readonly last = new Map<string, Promise<void>>();

  /** Throws 503 after as long as a statement may wait for the lock. */
  async take<Result>(companyId: string, write: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(companyId);
    const { promise: written, resolve: end } = Promise.withResolvers<void>();
    const turn = Promise.all([before, written]).then(() => {
      if (this.last.get(companyId) === turn) this.last.delete(companyId);
    });
    this.last.set(companyId, turn);
    try {
      if (before) await soon(before);
      return await write();
    } finally {
      end();
    }
  }
}

async function soon(turn: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(unavailable(new Error('Too many write to the company')));
    timer = setTimeout(refuse, STATEMENT_TIMEOUT_MS);
  });
  await Promise.race([turn, late]).finally(() => clearTimeout(timer));
}
