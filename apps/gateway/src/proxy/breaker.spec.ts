import { describe, expect, it } from '@jest/globals';
import { Breaker } from './breaker.js';

function breakerOnClock() {
  let now = 0;
  const breaker = new Breaker(() => now);
  const fail = (times: number) => Array.from({ length: times }, () => breaker.failed());
  return { breaker, fail, pass: (ms: number) => (now += ms) };
}

describe('a breaker', () => {
  it('opens with the fifth failure in a row', () => {
    const { breaker, fail } = breakerOnClock();
    fail(4);
    expect(breaker.isOpen).toBe(false);
    fail(1);
    expect(breaker.isOpen).toBe(true);
  });

  it('counts anew after a success', () => {
    const { breaker, fail } = breakerOnClock();
    fail(4);
    breaker.succeeded();
    fail(4);
    expect(breaker.isOpen).toBe(false);
  });

  it('lets one request try after a second, and closes when it succeeds', () => {
    const { breaker, fail, pass } = breakerOnClock();
    fail(5);
    pass(1_000);
    expect(breaker.isOpen).toBe(false);
    breaker.tries();
    expect(breaker.isOpen).toBe(true);
    breaker.succeeded();
    expect(breaker.isOpen).toBe(false);
  });

  it('lets one try after a tenth of a second when connections are refused', () => {
    const { breaker, fail, pass } = breakerOnClock();
    fail(4);
    breaker.failed(true);
    pass(99);
    expect(breaker.isOpen).toBe(true);
    pass(1);
    expect(breaker.isOpen).toBe(false);
  });

  it('stays open when that one fails', () => {
    const { breaker, fail, pass } = breakerOnClock();
    fail(5);
    pass(1_000);
    breaker.tries();
    fail(1);
    pass(999);
    expect(breaker.isOpen).toBe(true);
  });

  it('says that it is broken until a request succeeds, also while it lets one try', () => {
    const { breaker, fail, pass } = breakerOnClock();
    fail(4);
    expect(breaker.isBroken).toBe(false);
    fail(1);
    pass(1_000);
    expect(breaker.isBroken).toBe(true);
    breaker.tries();
    expect(breaker.isBroken).toBe(true);
    breaker.succeeded();
    expect(breaker.isBroken).toBe(false);
  });

  it('counts connections that are lost together as one failure', () => {
    const { breaker } = breakerOnClock();
    const attempts = Array.from({ length: 20 }, () => breaker.tries());
    for (const attempt of attempts) breaker.lost(attempt);
    expect(breaker.isOpen).toBe(false);
  });

  it('opens when five are lost one after the other', () => {
    const { breaker } = breakerOnClock();
    for (let times = 0; times < 5; times++) breaker.lost(breaker.tries());
    expect(breaker.isOpen).toBe(true);
  });
});
