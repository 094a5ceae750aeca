import { ProblemError } from '@safety/platform';

/** As many write at once in this process, before each holds a connection. */
export interface WritersPlaces {
  ofCompany: number;
  ofAll: number;
}

/** The gateway gives a service ten seconds to begin its answer. */
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 256;

interface Line {
  writing: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets writers wait without a connection. They wait for each other in the database: for turns, for rows, for
 * references. Without this line one company would hold all connections meanwhile, and reads and other
 * companies would get none. The locks still count: other processes write, too.
 */
export class WritersTurns {
  private readonly lines = new Map<string, Line>();
  private writing = 0;

  constructor(private readonly places: WritersPlaces) {}

  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Throws 503 when too many of the company wait, or the turn does not come in time. */
  async take<Result>(companyId: string, write: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(companyId) ?? { writing: 0, waiting: [] };
    this.lines.set(companyId, line);
    if (line.waiting.length === 0 && this.hasPlace(line)) this.begin(line);
    else await this.wait(companyId, line);
    try {
      return await write();
    } finally {
      line.writing -= 1;
      this.writing -= 1;
      this.forget(companyId, line);
      this.callNext();
    }
  }

  private hasPlace({ writing }: Line): boolean {
    return writing < this.places.ofCompany && this.writing < this.places.ofAll;
  }

  private begin(line: Line): void {
    line.writing += 1;
    this.writing += 1;
  }

  private async wait(companyId: string, line: Line): Promise<void> {
    const { waiting } = line;
    if (waiting.length === MOST_WAITING) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      this.forget(companyId, line);
      reject(tooMany());
    }, LONGEST_WAIT_MS);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Companies follow each other: the one that was called goes to the end. */
  private callNext(): void {
    for (const [companyId, line] of [...this.lines]) {
      if (this.writing === this.places.ofAll) return;
      const call = this.hasPlace(line) ? line.waiting.shift() : undefined;
      if (!call) continue;
      this.begin(line);
      this.lines.delete(companyId);
      this.lines.set(companyId, line);
      call();
    }
  }

  private forget(companyId: string, { writing, waiting }: Line): void {
    if (writing === 0 && waiting.length === 0) this.lines.delete(companyId);
  }
}

const tooMany = (): ProblemError =>
  new ProblemError('unavailable', {
    detail: 'Too many requests write to the company at once. Try again.',
    headers: { 'retry-after': '2' },
  });
