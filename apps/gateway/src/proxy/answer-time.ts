const COUNTED = 32;
/** Fewer requests in a millisecond are not worth a pause. */
const FEWEST_PER_MS = 1;

/**
 * How long answers take at the mean, without a clock for each: by Little's law as many requests are under
 * way as come in that time.
 */
export class AnswerTime {
  private readonly arrivals = new Float64Array(COUNTED).fill(-Infinity);
  private oldest = 0;
  private inFlight = 0;

  /** @param now milliseconds */
  began(now: number): void {
    this.arrivals[this.oldest] = now;
    this.oldest = (this.oldest + 1) % COUNTED;
    this.inFlight++;
  }

  ended(): void {
    this.inFlight--;
  }

  /**
   * Whether answers take at least so long while many requests come.
   * @param now milliseconds
   */
  isUnderLoad(now: number, slowAnswerMs: number): boolean {
    const perMs = COUNTED / (now - (this.arrivals[this.oldest] as number));
    return perMs >= FEWEST_PER_MS && this.inFlight >= perMs * slowAnswerMs;
  }
}
