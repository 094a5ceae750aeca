const FAILURES_TO_OPEN = 5;
/** Short: a service that was killed is back within seconds, and one probe a second costs nobody anything. */
const OPEN_MS = 1_000;
/**
 * A process that refuses connections does so immediately: asking it again costs no time, and others may be
 * gone by then.
 */
const OPEN_WHEN_REFUSED_MS = 100;

/**
 * Keeps requests from a process that has failed several times in a row, so that they fail at once and it has
 * time to recover. After a while one request is let through; what becomes of it decides about the others.
 */
export class Breaker {
  private failures = 0;
  private openUntil = 0;
  private attempts = 0;
  /** The last attempt that was under way, or over, when a connection was lost. */
  private lostWith = 0;
  private wasRefused = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.isBroken && this.openUntil > this.now();
  }

  /** Until it answers again, also while one request is let through to try. */
  get isBroken(): boolean {
    return this.failures >= FAILURES_TO_OPEN;
  }

  /**
   * It took no connection when it was asked last. It may have begun to since, and asking costs no time: it is
   * the last resort, also while another request tries.
   */
  get isRefusing(): boolean {
    return this.failures > 0 && this.wasRefused;
  }

  /**
   * A request is about to be sent: while the breaker was open, it is the one that tries.
   * @returns the number of the attempt
   */
  tries(): number {
    if (this.isBroken) this.openUntil = this.now() + OPEN_MS;
    return ++this.attempts;
  }

  succeeded(): void {
    this.failures = 0;
  }

  /**
   * The connection of an attempt was lost. All that are lost together count as one failure: where an address
   * stands for several processes one of them is gone, and the others take the connections that follow.
   */
  lost(attempt: number): void {
    if (attempt <= this.lostWith) return;
    this.lostWith = this.attempts;
    this.failed();
  }

  /** `isRefusal` when it took no connection. */
  failed(isRefusal = false): void {
    this.failures++;
    this.wasRefused = isRefusal;
    this.openUntil = this.now() + (isRefusal ? OPEN_WHEN_REFUSED_MS : OPEN_MS);
  }
}
