import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@safety/platform';

const IDLE_MS = 30_000;
const PROGRAM = new URL('./hash.worker.js', import.meta.url);
/** Of the threads, as `top -H` and the bench tell them from others: Linux keeps fifteen characters. */
const NAME = 'password-hash';

/**
 * Hashes in threads of their own, at a lower priority than everything else: in the pool that Node shares
 * among all, a wave of sign-ins would hold up the signatures of those who exchange a code. A thread is
 * started when it is needed, and ends with its memory after half a minute without work.
 */
export class HashWorkers {
  private readonly all = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /** The argon2id tag. As many run at once as are asked for: it is for the caller to limit them. */
  async hash(parameters: Argon2Parameters): Promise<Buffer> {
    // The process would have to wait for another thread. Nobody waits for the answer any more.
    if (this.stopped) throw unavailable(new Error('The service is stopping'));
    const worker = this.idle.pop() ?? this.start();
    worker.postMessage(parameters);
    // Rejects when the thread fails, which ends it.
    const [tag] = (await once(worker, 'message')) as [Uint8Array];
    this.idle.push(worker);
    this.endIdleLater();
    return Buffer.from(tag);
  }

  /** Ends all threads, those that hash once they are done with it. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all([...this.all].map((worker) => worker.terminate()));
  }

  private endIdleLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const worker of this.idle.splice(0)) void worker.terminate();
    }, IDLE_MS);
    this.timer.unref();
  }

  private start(): Worker {
    const worker = new Worker(PROGRAM, { name: NAME });
    // A thread that waits for work keeps no process alive.
    worker.unref();
    this.all.add(worker);
    worker.once('exit', () => this.all.delete(worker));
    return worker;
  }
}
