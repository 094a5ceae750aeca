import { unavailable } from '@safety/platform';

/** Lets a few through at a time, lets some wait, and turns the rest away at once with 503. */
export class Turnstile {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.mostWaiting)
      return Promise.reject(unavailable(new Error('Too many sign-ins wait')));
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
