import type { AppName } from '@safety/local-stack';
import { type Outcome, PATIENCE_MS } from './client.js';

const SHEDS = new Set([429, 503]);

/** Counts the outcomes of the requests of one drill. */
export class LoadLog {
  requests = 0;
  /** 429, 503, and no answer at all. */
  failed = 0;
  /** Failures of services that the fault does not concern. */
  readonly spread: string[] = [];
  /** Answers that no fault excuses. */
  readonly unexpected: string[] = [];
  /** 429 and 503 that do not say when to come back. */
  withoutRetryAfter = 0;
  /** Not answered within a minute. */
  hung = 0;
  slowestMs = 0;
  /** @param concerned services that may fail; the gateway's failure concerns all */
  constructor(private readonly concerned: readonly AppName[]) {}

  add(app: AppName, what: string, { status, retryAfter, tookMs, body }: Outcome): void {
    this.requests++;
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    if (tookMs >= PATIENCE_MS) this.hung++;
    if (status >= 200 && status < 300) return;
    const answer = `${what}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`;
    if (status !== 0 && !SHEDS.has(status)) {
      this.unexpected.push(answer);
      return;
    }
    this.failed++;
    if (SHEDS.has(status) && retryAfter === null) this.withoutRetryAfter++;
    if (!this.excuses(app)) this.spread.push(answer);
  }

  /** Whether a service may fail. */
  excuses(app: AppName): boolean {
    return this.concerned.includes(app) || this.concerned.includes('gateway');
  }
}
