import { describe, expect, it } from '@jest/globals';
import { riskBands } from '@safety/contracts';
import { riskBandOf, scoresIn } from './risk-bands.js';

describe('risk bands', () => {
  it.each([
    [1, 'low', 'low'],
    [4, 'low', 'medium'],
    [5, 'medium', 'medium'],
    [9, 'medium', 'high'],
    [10, 'high', 'high'],
    [15, 'high', 'veryHigh'],
    [16, 'veryHigh', 'veryHigh'],
    [25, 'veryHigh', 'veryHigh'],
  ])('a score of %i is %s, in a company of its own bands %s', (score, usual, own) => {
    expect(riskBandOf(score)).toBe(usual);
    expect(riskBandOf(score, { medium: 3, high: 8, veryHigh: 12 })).toBe(own);
  });

  it('each score lies in one band', () => {
    const scores = riskBands.flatMap((band) => scoresIn([band], { medium: 2, high: 3, veryHigh: 25 }));
    expect(scores).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });
});
