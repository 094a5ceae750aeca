import { runInNoContext } from '../http/request-context.js';
import { Periodic } from './periodic.js';

/**
 * Periodic work that also begins as soon as somebody has given it something to do. It goes on in parts until
 * none is left, for all who have woken it at once. The shutdown waits for the part under way.
 */
export abstract class WorkQueue extends Periodic {
  private again = false;
  private going: Promise<void> | undefined;

  /**
   * Does a part of the work, and resolves with whether more may be left. One that rejects is logged, and the
   * next wake tries it again.
   */
  protected abstract workOnSome(): Promise<boolean>;

  wake(): void {
    this.again = true;
    this.going ??= runInNoContext(() => this.goOn());
  }

  /** Resolves when all is done that there was. */
  async work(): Promise<void> {
    this.wake();
    await this.going;
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.going;
  }

  private async goOn(): Promise<void> {
    while (this.again && !this.isStopping) {
      this.again = false;
      try {
        if (await this.workOnSome()) this.again = true;
      } catch (err) {
        this.tellFailure(err);
      }
    }
    // In the same step as the last look at `again`: between the two a wake would be lost until the next run.
    this.going = undefined;
  }
}
