import { describe, expect, it } from '@jest/globals';
import { FILL_MS, perMinute } from './rate-policies.js';
import { TokenBuckets } from './token-buckets.js';

/** Ten at once, and then one a second. */
const policy = perMinute('client', 60);

/** Nothing else shows from outside how much memory fills. */
const unreportedOf = (buckets: TokenBuckets) =>
  (buckets as unknown as { unreported: Set<string> }).unreported;

/** Two replicas on one clock, and what stands between them in Redis. */
function replicas() {
  let now = 0;
  let fullAt = 0;
  const clock = () => now;
  const [one, other] = [new TokenBuckets(clock), new TokenBuckets(clock)];
  const sync = (replica: TokenBuckets) => {
    for (const { key, spentMs } of replica.take()) {
      fullAt = Math.max(now, fullAt) + spentMs;
      replica.learn(key, fullAt - now);
    }
  };
  const spend = (requests: number, replica = one) =>
    Array.from({ length: requests }, () => replica.spend(policy, 'a').remaining);
  return { one, other, sync, spend, pass: (ms: number) => (now += ms) };
}

describe('a bucket', () => {
  it('holds a sixth of the requests of a minute, and what is refused takes nothing from it', () => {
    const { spend } = replicas();
    expect(spend(12)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1]);
  });

  it('is one for each caller and policy', () => {
    const { one, spend } = replicas();
    spend(1);
    expect(one.spend(policy, 'b').remaining).toBe(9);
    expect(one.spend(perMinute('company', 60), 'a').remaining).toBe(9);
  });

  it('lets one more through each time that one has been refilled', () => {
    const { one, spend, pass } = replicas();
    spend(10);
    pass(policy.refillMs - 1);
    expect(one.spend(policy, 'a')).toMatchObject({ remaining: -1, retryMs: 1 });
    pass(1);
    expect(spend(2)).toEqual([0, -1]);
  });

  it('lets no burst through beside the one that it holds, whenever it comes', () => {
    const { spend, pass } = replicas();
    expect(spend(10)).not.toContain(-1);
    pass(FILL_MS / 2);
    expect(spend(10).filter((remaining) => remaining >= 0)).toHaveLength(5);
    pass(FILL_MS / 2);
    expect(spend(10).filter((remaining) => remaining >= 0)).toHaveLength(5);
  });

  it('tells when it is full, and when the next request is let through', () => {
    const { one, spend } = replicas();
    expect(one.spend(policy, 'a')).toMatchObject({ fullMs: policy.refillMs, retryMs: 0 });
    spend(9);
    expect(one.spend(policy, 'a')).toMatchObject({ fullMs: FILL_MS, retryMs: policy.refillMs });
  });

  it.each([1, 7, 18, 600, 6_000, 10_000_000])('of %d a minute holds its quota exactly', (requests) => {
    const odd = perMinute('company', requests);
    const buckets = new TokenBuckets(() => 0);
    let letThrough = 0;
    while (buckets.spend(odd, 'a').remaining >= 0 && letThrough <= odd.quota) letThrough++;
    expect(letThrough).toBe(odd.quota);
  });

  it('is looked into without taking any', () => {
    const { one, spend } = replicas();
    spend(1);
    expect([one.look(policy, 'a').remaining, one.look(policy, 'a').remaining]).toEqual([9, 9]);
    expect(one.look(policy, 'b').remaining).toBe(10);
  });

  it('is the same in all replicas once they have reported to each other, and each request counts once', () => {
    const { one, other, sync, spend } = replicas();
    spend(4);
    spend(3, other);
    for (const replica of [one, other, one]) {
      spend(1, replica);
      sync(replica);
    }
    expect(one.look(policy, 'a').remaining).toBe(0);
    expect(one.take()).toEqual([]);
  });

  it('pays for what several replicas have let through before they knew of each other', () => {
    const { one, other, sync, spend, pass } = replicas();
    spend(10);
    spend(10, other);
    for (const replica of [one, other]) sync(replica);
    pass(FILL_MS);
    expect(other.look(policy, 'a').remaining).toBe(0);
    expect(one.look(policy, 'a').remaining).toBe(10);
  });
});

it('is not filled by what others have lost', () => {
  const { one, spend } = replicas();
  spend(10);
  one.take();
  one.learn('client:a', policy.refillMs);
  expect(spend(1)).toEqual([-1]);
});

it('owes no more than a bucket after a time in which nothing could be reported', () => {
  const { one, sync, spend, pass } = replicas();
  for (let second = 0; second < 600; second++) {
    spend(2);
    pass(1_000);
  }
  sync(one);
  expect(one.look(policy, 'a').fullMs).toBeLessThanOrEqual(FILL_MS);
  expect(spend(1)).toEqual([0]);
});

describe('memory', () => {
  it('keeps no more callers to report than buckets, while nothing can be reported', () => {
    const buckets = new TokenBuckets(() => 0);
    for (let caller = 0; caller < 100_010; caller++) buckets.spend(policy, String(caller));
    expect(unreportedOf(buckets).size).toBe(100_000);
  });

  it('forgets a full bucket, and that it is to be reported', () => {
    const { one, spend, pass } = replicas();
    spend(1);
    pass(policy.refillMs);
    one.sweep();
    expect(unreportedOf(one).size).toBe(0);
    expect(one.take()).toEqual([]);
  });

  it('learns nothing of a bucket that is full', () => {
    const { one, spend, pass } = replicas();
    spend(1);
    pass(policy.refillMs);
    one.learn('client:a', 5_000);
    expect(one.look(policy, 'a').remaining).toBe(10);
  });
});
