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
  /** Milliseconds of that which the other replicas have not learned of yet. */
  unreportedMs: number;
}

/**
 * Far more callers than act in ten seconds; the oldest are forgotten beyond it, rather than memory be filled.
 */
const MAX_BUCKETS = 100_000;

/** Sums of fractions of milliseconds miss whole requests by next to nothing. */
const ROUNDING = 1e-6;

/** A caller's use, as replicas report it to each other. */
export interface ReportedUse {
  key: string;
  /** Milliseconds by which its bucket gets full later. */
  spentMs: number;
}

/**
 * Token buckets in memory, so that no request waits for a count. Replicas report to each other what they have
 * let through a few times a second (`take`, `learn`); what is let through too much meanwhile is what comes in
 * that time, and is paid for later. A refused request costs nothing.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  /**
   * Keys of `buckets` alone: what is forgotten there is forgotten here, or memory would fill while none
   * are reported.
   */
  private readonly unreported = new Set<string>();

  /** By a clock that nobody sets back: a bucket would not be full again for as long. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes one request out of a bucket, if it holds one. */
  spend(policy: RatePolicy, caller: string): Allowance {
    const [key, now] = [keyOf(policy, caller), this.now()];
    const bucket = this.living(key, now);
    const allowance = left(policy, bucket, now);
    return isEmpty(allowance) ? refused(allowance) : this.takeOne(policy, key, bucket, now);
  }

  /**
   * Takes one request out of each of these buckets, or out of none if one of them is empty. A request that is
   * too much for one bucket takes nothing from the others.
   */
  spendEach(wanted: readonly Spending[]): Allowance[] {
    const now = this.now();
    const looked = wanted.map(({ policy, caller }) => {
      const key = keyOf(policy, caller);
      const bucket = this.living(key, now);
      return { policy, key, bucket, allowance: left(policy, bucket, now) };
    });
    return looked.some(({ allowance }) => isEmpty(allowance))
      ? looked.map(({ allowance }) => (isEmpty(allowance) ? refused(allowance) : allowance))
      : looked.map(({ policy, key, bucket }) => this.takeOne(policy, key, bucket, now));
  }

  /** The rest of the quota, without taking any. */
  look(policy: RatePolicy, caller: string): Allowance {
    const now = this.now();
    return left(policy, this.living(keyOf(policy, caller), now), now);
  }

  /** The use that other replicas have to learn of; from now on it counts as reported. */
  take(): ReportedUse[] {
    const uses: ReportedUse[] = [];
    const now = this.now();
    for (const key of this.unreported) {
      const bucket = this.living(key, now);
      if (!bucket) continue;
      // A debt that ended while no replica could be reached is not reported.
      uses.push({ key, spentMs: Math.min(bucket.unreportedMs, bucket.fullAt - now) });
      bucket.unreportedMs = 0;
    }
    this.unreported.clear();
    return uses;
  }

  /**
   * In how many milliseconds a bucket is full, by what all replicas have reported. Requests let through here
   * count also when the others have lost them.
   */
  learn(key: string, fullMs: number): void {
    const now = this.now();
    const bucket = this.living(key, now);
    if (bucket) bucket.fullAt = Math.max(bucket.fullAt, now + fullMs + bucket.unreportedMs);
  }

  /** Forgets buckets that are full. */
  sweep(): void {
    const now = this.now();
    for (const key of this.buckets.keys()) this.living(key, now);
  }

  private takeOne(policy: RatePolicy, key: string, known: Bucket | undefined, now: number): Allowance {
    const bucket = known ?? this.addBucket(key, now);
    bucket.fullAt += policy.refillMs;
    bucket.unreportedMs += policy.refillMs;
    this.unreported.add(key);
    return left(policy, bucket, now);
  }

  private addBucket(key: string, now: number): Bucket {
    const bucket = { fullAt: now, unreportedMs: 0 };
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_BUCKETS) {
      for (const oldest of this.buckets.keys()) {
        this.forget(oldest);
        break;
      }
    }
    return bucket;
  }

  private living(key: string, now: number): Bucket | undefined {
    const bucket = this.buckets.get(key);
    if (!bucket || bucket.fullAt > now) return bucket;
    this.forget(key);
    return undefined;
  }

  private forget(key: string): void {
    this.buckets.delete(key);
    this.unreported.delete(key);
  }
}

function left(policy: RatePolicy, bucket: Bucket | undefined, now: number): Allowance {
  const fullMs = bucket ? bucket.fullAt - now : 0;
  const remaining = Math.floor((FILL_MS - fullMs) / policy.refillMs + ROUNDING);
  const retryMs = Math.max(0, fullMs + policy.refillMs - FILL_MS);
  return { policy, remaining, fullMs, retryMs };
}

const keyOf = ({ name }: RatePolicy, caller: string): string => `${name}:${caller}`;

const isEmpty = ({ remaining }: Allowance): boolean => remaining < 1;

const refused = (allowance: Allowance): Allowance => ({ ...allowance, remaining: -1 });
