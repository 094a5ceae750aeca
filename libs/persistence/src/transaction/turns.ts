/** As many at once in this process. */
export interface Slots {
  /** Of the same company. */
  ofCompany: number;
  ofAll: number;
}

export interface TurnsOptions {
  slots: Slots;
  longestWaitMs: number;
  mostWaiting: Slots & {
    /** Of all, with those who are the first of their company to wait: it is called in turn. */
    withFirst: number;
  };
  /** Told to who waits too long, or behind too many. */
  refusal: () => Error;
}

interface Line {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** A line for each company. Those whose companies wait are called in turn, so none waits behind another. */
export class Turns {
  private readonly lines = new Map<string, Line>();
  private underWay = 0;

  constructor(private readonly options: TurnsOptions) {}

  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /**
   * Undefined when there is a slot at once. `end` gives it back.
   * @param gone aborts when nobody waits for it any more
   */
  begin(companyId: string, gone?: () => AbortSignal): Promise<void> | undefined {
    const line = this.lines.get(companyId) ?? { underWay: 0, waiting: [] };
    this.lines.set(companyId, line);
    if (line.waiting.length > 0 || !this.hasSlot(line)) return this.wait(companyId, line, gone?.());
    this.enter(line);
    return undefined;
  }

  end(companyId: string): void {
    const line = this.lines.get(companyId);
    if (!line) throw new Error('Nobody of the company has begun');
    line.underWay -= 1;
    this.underWay -= 1;
    this.forget(companyId, line);
    this.callNext();
  }

  private hasSlot({ underWay }: Line): boolean {
    const { ofCompany, ofAll } = this.options.slots;
    return underWay < ofCompany && this.underWay < ofAll;
  }

  private enter(line: Line): void {
    line.underWay += 1;
    this.underWay += 1;
  }

  private async wait(companyId: string, line: Line, gone: AbortSignal | undefined): Promise<void> {
    const { longestWaitMs, mostWaiting, refusal } = this.options;
    const { waiting } = line;
    const ofAll = waiting.length > 0 ? mostWaiting.ofAll : mostWaiting.withFirst;
    if (waiting.length >= mostWaiting.ofCompany || this.waiting >= ofAll || gone?.aborted) {
      this.forget(companyId, line);
      throw refusal();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      this.forget(companyId, line);
      reject(refusal());
    };
    const timer = setTimeout(leave, longestWaitMs);
    gone?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    });
  }

  /** The company that was called goes to the end. */
  private callNext(): void {
    for (const [companyId, line] of [...this.lines]) {
      if (this.underWay === this.options.slots.ofAll) return;
      const call = this.hasSlot(line) ? line.waiting.shift() : undefined;
      if (!call) continue;
      this.enter(line);
      this.lines.delete(companyId);
      this.lines.set(companyId, line);
      call();
    }
  }

  private forget(companyId: string, { underWay, waiting }: Line): void {
    if (underWay === 0 && waiting.length === 0) this.lines.delete(companyId);
  }
}
