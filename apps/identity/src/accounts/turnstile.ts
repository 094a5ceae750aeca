import { unavailable } from '@safety/platform';

/** Lets a few through at a time, lets some wait, and turns the rest away at once with 503. */
export class Turnstile {
  private running = 0;
  /** Those who are preferred go first, and have a waiting room of their own. */
  private readonly preferred: (() => void)[] = [];
  private readonly others: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  async pass<Result>(work: () => Promise<Result>, preferred = false): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.wait(preferred ? this.preferred : this.others);
    try {
      return await work();
    } finally {
      const next = this.preferred.shift() ?? this.others.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(room: (() => void)[]): Promise<void> {
    if (room.length >= this.mostWaiting)
      return Promise.reject(unavailable(new Error('Too many sign-ins wait')));
    return new Promise((resolve) => room.push(resolve));
  }
}
