import { describe, expect, test } from '@jest/globals';
import { AnswerTime } from './answer-time.js';

/** Requests that come evenly, of which so many are under way at the end. */
function afterLoad({ everyMs, requests, inFlight }: Record<'everyMs' | 'requests' | 'inFlight', number>) {
  const time = new AnswerTime();
  for (let index = 0; index < requests; index++) time.began(index * everyMs);
  for (let index = inFlight; index < requests; index++) time.ended();
  return time.isUnderLoad(requests * everyMs, 10);
}

describe('AnswerTime', () => {
  test.each([
    ['20 of 2 in a millisecond', { everyMs: 0.5, requests: 100, inFlight: 20 }, true],
    ['19 of 2 in a millisecond', { everyMs: 0.5, requests: 100, inFlight: 19 }, false],
    ['100 of 1 in a millisecond', { everyMs: 1, requests: 100, inFlight: 100 }, true],
    ['100 of less than 1 in a millisecond', { everyMs: 1.01, requests: 100, inFlight: 100 }, false],
    ['fewer requests than are counted', { everyMs: 0.5, requests: 31, inFlight: 31 }, false],
    ['as many requests as are counted', { everyMs: 0.5, requests: 32, inFlight: 32 }, true],
  ])('%s under way for 10 ms: %j', (_, load, expected) => {
    expect(afterLoad(load)).toBe(expected);
  });

  test('load ends when no request comes any more', () => {
    const time = new AnswerTime();
    for (let index = 0; index < 40; index++) time.began(0);
    expect([time.isUnderLoad(1, 1), time.isUnderLoad(33, 1)]).toEqual([true, false]);
  });
});
