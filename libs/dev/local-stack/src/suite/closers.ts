import type { LocalServer } from '../local-server.js';

type Closer = () => unknown;

/** Undoes the steps of a start, in reverse order. Something added after closing began is undone at once. */
export class Closers {
  private readonly closers: Closer[] = [];
  private closed: Promise<void> | undefined;

  /** True from the first call of {@link close} on. */
  get closing(): boolean {
    return this.closed !== undefined;
  }

  /** Adds a step of the clean-up. */
  add(closer: Closer): void {
    if (this.closed === undefined) this.closers.push(closer);
    else this.closed = this.closed.then(() => void closer());
  }

  /** Adds the stop of a server and passes the server on. */
  stopLater(server: LocalServer): LocalServer {
    this.add(() => server.stop());
    return server;
  }

  /** Runs every step, last added first, once. A failing step does not keep the others from running. */
  close(): Promise<void> {
    this.closed ??= this.run();
    return this.closed;
  }

  private async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const closer of this.closers.reverse()) {
      try {
        await closer();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The suite did not stop cleanly');
  }
}
