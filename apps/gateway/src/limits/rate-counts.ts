import { type RatePolicy, WINDOW_MS } from './rate-policies.js';

/** What is left of a policy for one caller. */
export interface Allowance {
  policy: RatePolicy;
  /** Requests that are still let through; below zero when this one is not. */
  remaining: number;
  /** Milliseconds until the count begins anew. */
  resetMs: number;
}

/** One caller's requests since the first of them. */
interface Window {
  count: number;
  /** Of `count`, what the other replicas have not been told yet. */
  untold: number;
  endsAt: number;
}

/** Far more callers than act in ten seconds; the oldest are forgotten beyond it, rather than memory be filled. */
const MAX_WINDOWS = 100_000;

/** What replicas tell each other about a caller. */
export interface Told {
  key: string;
  requests: number;
}

/**
 * Counts requests in memory, so that no request waits for a count. Replicas tell each other what they have counted a few
 * times a second (`take`, `learn`); what is let through too much meanwhile is what comes in that time.
 */
export class RateCounts {
  private readonly windows = new Map<string, Window>();
  /** Keys of `windows` alone: what is forgotten there is forgotten here, or memory would fill while nobody is told. */
  private readonly untold = new Set<string>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts one request. */
  count(policy: RatePolicy, caller: string): Allowance {
    const key = `${policy.name}:${caller}`;
    const window = this.windowOf(key);
    window.count++;
    window.untold++;
    this.untold.add(key);
    return { policy, remaining: policy.quota - window.count, resetMs: window.endsAt - this.now() };
  }

  /** What is left, without counting. */
  look(policy: RatePolicy, caller: string): Allowance {
    const window = this.living(`${policy.name}:${caller}`);
    const resetMs = window ? window.endsAt - this.now() : WINDOW_MS;
    return { policy, remaining: policy.quota - (window?.count ?? 0), resetMs };
  }

  /** What others have to be told; from now on it counts as told. */
  take(): Told[] {
    const told: Told[] = [];
    for (const key of this.untold) {
      const window = this.living(key);
      if (!window) continue;
      told.push({ key, requests: window.untold });
      window.untold = 0;
    }
    this.untold.clear();
    return told;
  }

  /** What all replicas have counted together, and how long that still holds. */
  learn(key: string, total: number, resetMs: number): void {
    const window = this.living(key);
    if (!window) return;
    window.count = total + window.untold;
    window.endsAt = this.now() + resetMs;
  }

  /** Forgets windows that are over. */
  sweep(): void {
    for (const key of this.windows.keys()) this.living(key);
  }

  private windowOf(key: string): Window {
    const living = this.living(key);
    if (living) return living;
    const window = { count: 0, untold: 0, endsAt: this.now() + WINDOW_MS };
    this.windows.set(key, window);
    if (this.windows.size > MAX_WINDOWS) {
      for (const oldest of this.windows.keys()) {
        this.forget(oldest);
        break;
      }
    }
    return window;
  }

  private living(key: string): Window | undefined {
    const window = this.windows.get(key);
    if (!window || window.endsAt > this.now()) return window;
    this.forget(key);
    return undefined;
  }

  private forget(key: string): void {
    this.windows.delete(key);
    this.untold.delete(key);
  }
}
