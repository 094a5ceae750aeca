/** Something that keeps a connection to a service for a client that takes its time. */
export interface SlowClient {
  /** Lets go of the connection, and of the client. */
  giveUp(): void;
}

/**
 * The requests that hold connections to a process because their client sends or reads slowly. Beyond a limit
 * whoever has done so for longest is given up: others need the connections, and slow clients may be there
 * just to take them.
 */
export class SlowClients {
  private readonly longestFirst = new Set<SlowClient>();

  constructor(private readonly limit: number) {}

  add(one: SlowClient): void {
    this.longestFirst.add(one);
    if (this.longestFirst.size <= this.limit) return;
    for (const longest of this.longestFirst) {
      this.longestFirst.delete(longest);
      longest.giveUp();
      return;
    }
  }

  delete(one: SlowClient): void {
    this.longestFirst.delete(one);
  }
}
