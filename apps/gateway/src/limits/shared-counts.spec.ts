import { describe, expect, it } from '@jest/globals';
import { readShared } from './shared-counts.js';

const full = new Error("OOM command not allowed when used memory > 'maxmemory'.");

describe('what Redis says of a caller', () => {
  it('is the count of all replicas', () => {
    const replies: Parameters<typeof readShared>[0] = [
      [null, 7],
      [null, 0],
      [null, 4200],
    ];
    expect(readShared(replies)).toEqual({ total: 7, resetMs: 4200 });
  });

  it.each<[string, Parameters<typeof readShared>[0]]>([
    [
      'it is full, and the window of before still runs',
      [
        [full, undefined],
        [null, 0],
        [null, 4200],
      ],
    ],
    [
      'the window ended meanwhile',
      [
        [null, 1],
        [null, 0],
        [null, -2],
      ],
    ],
    ['it has not answered all', [[null, 1]]],
  ])('is nothing when %s', (_, replies) => {
    expect(readShared(replies)).toBeUndefined();
  });
});
