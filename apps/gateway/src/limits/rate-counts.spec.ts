import { describe, expect, it } from '@jest/globals';
import { RateCounts } from './rate-counts.js';
import { perMinute, WINDOW_MS } from './rate-policies.js';

const policy = perMinute('client', 60);

/** What fills memory cannot be seen from outside otherwise. */
const untoldOf = (counts: RateCounts) => (counts as unknown as { untold: Set<string> }).untold;

/** Two replicas on one clock, and what stands between them in Redis. */
function replicas() {
  let now = 0;
  const clock = () => now;
  const [one, other] = [new RateCounts(clock), new RateCounts(clock)];
  let total = 0;
  const sync = (replica: RateCounts) => {
    for (const { key, requests } of replica.take()) {
      total += requests;
      replica.learn(key, total, WINDOW_MS - now);
    }
  };
  return { one, other, sync, pass: (ms: number) => (now += ms) };
}

describe('counts', () => {
  it('a sixth of the requests of a minute in each window', () => {
    const { one } = replicas();
    const remaining = Array.from({ length: 12 }, () => one.count(policy, 'a').remaining);
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2]);
  });

  it('callers and policies apart', () => {
    const { one } = replicas();
    one.count(policy, 'a');
    expect(one.count(policy, 'b').remaining).toBe(9);
    expect(one.count(perMinute('company', 60), 'a').remaining).toBe(9);
  });

  it('anew in the next window, which begins with its first request', () => {
    const { one, pass } = replicas();
    one.count(policy, 'a');
    pass(WINDOW_MS - 1);
    expect(one.count(policy, 'a')).toMatchObject({ remaining: 8, resetMs: 1 });
    pass(1);
    expect(one.count(policy, 'a')).toMatchObject({ remaining: 9, resetMs: WINDOW_MS });
  });

  it('looks without counting', () => {
    const { one } = replicas();
    one.count(policy, 'a');
    expect([one.look(policy, 'a').remaining, one.look(policy, 'a').remaining]).toEqual([9, 9]);
    expect(one.look(policy, 'b').remaining).toBe(10);
  });

  it('in all replicas together once they have told each other, and each request once', () => {
    const { one, other, sync } = replicas();
    for (let requests = 0; requests < 4; requests++) one.count(policy, 'a');
    for (let requests = 0; requests < 3; requests++) other.count(policy, 'a');
    for (const replica of [one, other, one]) {
      replica.count(policy, 'a');
      sync(replica);
    }
    expect(one.look(policy, 'a').remaining).toBe(0);
    expect(one.take()).toEqual([]);
  });

  it('keeps no more callers to tell of than windows, while nobody can be told', () => {
    const { one } = replicas();
    for (let caller = 0; caller < 100_010; caller++) one.count(policy, String(caller));
    expect(untoldOf(one).size).toBe(100_000);
  });

  it('forgets whom to tell of with the window', () => {
    const { one, pass } = replicas();
    one.count(policy, 'a');
    pass(WINDOW_MS);
    one.sweep();
    expect(untoldOf(one).size).toBe(0);
  });

  it('tells nothing of a window that is over', () => {
    const { one, pass } = replicas();
    one.count(policy, 'a');
    pass(WINDOW_MS);
    one.learn('client:a', 5, 100);
    expect(one.take()).toEqual([]);
    expect(one.look(policy, 'a').remaining).toBe(10);
  });
});
