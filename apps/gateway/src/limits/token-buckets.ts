import { FILL_MS, type RatePolicy } from './rate-policies.js';

/** The rest of a policy's quota for one caller. */
export interface Allowance {
  policy: RatePolicy;
  /** Requests that are still let through; below zero when this one is not. */
  remaining: number;
  /** Milliseconds until the bucket is full. */
  fullMs: number;
  /** Milliseconds until a request is let through, 0 when one is now. */
  retryMs: number;
}

/** A request that is to be taken out of the bucket of a caller. */
export interface Spending {
  policy: RatePolicy;
  caller: string;
}

/** One caller's requests, as the time it takes until they are forgiven. */
interface Bucket {
  /** When it will be full, unless more comes. */
  fullAt: number;
  /** Milliseconds of that which the other replicas have not been told yet. */
  untoldMs: number;
}

/**
 * Far more callers than act in ten seconds; the oldest are forgotten beyond it, rather than memory be filled.
 */
const MAX_BUCKETS = 100_000;

/** Sums of fractions of milliseconds miss whole requests by next to nothing. */
const ROUNDING = 1e-6;

/** A caller's use, as replicas report it to each other. */
export interface Told {
  key: string;
  /** Milliseconds by which its bucket gets full later. */
  spentMs: number;
}

/**
 * Token buckets in memory, so that no request waits for a count. Replicas tell each other what they have let
 * through a few times a second (`take`, `learn`); what is let through too much meanwhile is what comes in
 * that time, and is paid for later. A refused request costs nothing.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  /**
   * Keys of `buckets` alone: what is forgotten there is forgotten here, or memory would fill while nobody is
   * told.
   */
  private readonly untold = new Set<string>();

  /** By a clock that nobody sets back: a bucket would not be full again for as long. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes one request out of a bucket, if it holds one. */
  spend(policy: RatePolicy, caller: string): Allowance {
    const key = keyOf(policy, caller);
    const bucket = this.living(key);
    const allowance = this.left(policy, bucket);
    return isEmpty(allowance) ? refused(allowance) : this.takeOne(policy, key, bucket);
  }

  /**
   * Takes one request out of each of these buckets, or out of none if one of them is empty. A request that is
   * too much for one bucket takes nothing from the others.
   */
  spendEach(wanted: readonly Spending[]): Allowance[] {
    const looked = wanted.map(({ policy, caller }) => {
      const key = keyOf(policy, caller);
      const bucket = this.living(key);
      return { policy, key, bucket, allowance: this.left(policy, bucket) };
    });
    return looked.some(({ allowance }) => isEmpty(allowance))
      ? looked.map(({ allowance }) => (isEmpty(allowance) ? refused(allowance) : allowance))
      : looked.map(({ policy, key, bucket }) => this.takeOne(policy, key, bucket));
  }

  /** The rest of the quota, without taking any. */
  look(policy: RatePolicy, caller: string): Allowance {
    return this.left(policy, this.living(keyOf(policy, caller)));
  }

  /** The use that other replicas have to learn of; from now on it counts as reported. */
  take(): Told[] {
    const told: Told[] = [];
    for (const key of this.untold) {
      const bucket = this.living(key);
      if (!bucket) continue;
      // A debt that ended while no replica could be reached is not reported.
      told.push({ key, spentMs: Math.min(bucket.untoldMs, bucket.fullAt - this.now()) });
      bucket.untoldMs = 0;
    }
    this.untold.clear();
    return told;
  }

  /**
   * In how many milliseconds a bucket is full, by what all replicas have told. Requests let through here
   * count also when the others have lost them.
   */
  learn(key: string, fullMs: number): void {
    const bucket = this.living(key);
    if (bucket) bucket.fullAt = Math.max(bucket.fullAt, this.now() + fullMs + bucket.untoldMs);
  }

  /** Forgets buckets that are full. */
  sweep(): void {
    for (const key of this.buckets.keys()) this.living(key);
  }

  private left(policy: RatePolicy, bucket: Bucket | undefined): Allowance {
    const fullMs = bucket ? bucket.fullAt - this.now() : 0;
    const remaining = Math.floor((FILL_MS - fullMs) / policy.refillMs + ROUNDING);
    const retryMs = Math.max(0, fullMs + policy.refillMs - FILL_MS);
    return { policy, remaining, fullMs, retryMs };
  }

  private takeOne(policy: RatePolicy, key: string, bucket: Bucket = this.addBucket(key)): Allowance {
    bucket.fullAt += policy.refillMs;
    bucket.untoldMs += policy.refillMs;
    this.untold.add(key);
    return this.left(policy, bucket);
  }

  private addBucket(key: string): Bucket {
    const bucket = { fullAt: this.now(), untoldMs: 0 };
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_BUCKETS) {
      for (const oldest of this.buckets.keys()) {
        this.forget(oldest);
        break;
      }
    }
    return bucket;
  }

  private living(key: string): Bucket | undefined {
    const bucket = this.buckets.get(key);
    if (!bucket || bucket.fullAt > this.now()) return bucket;
    this.forget(key);
    return undefined;
  }

  private forget(key: string): void {
    this.buckets.delete(key);
    this.untold.delete(key);
  }
}

const keyOf = ({ name }: RatePolicy, caller: string): string => `${name}:${caller}`;

const isEmpty = ({ remaining }: Allowance): boolean => remaining < 1;

const refused = (allowance: Allowance): Allowance => ({ ...allowance, remaining: -1 });
