import { describe, expect, it } from '@jest/globals';
import { riskBandsSchema, usualRiskBands } from './risk-bands.js';

describe('risk bands', () => {
  it.each([
    ['the usual ones', usualRiskBands, true],
    ['nothing low', { medium: 1, high: 10, veryHigh: 16 }, false],
    ['more than the matrix has', { medium: 5, high: 10, veryHigh: 26 }, false],
    ['an empty band', { medium: 5, high: 5, veryHigh: 16 }, false],
    ['the wrong order', { medium: 5, high: 16, veryHigh: 10 }, false],
  ])('a company may set %s: %j', (_, bands, valid) => {
    expect(riskBandsSchema.safeParse(bands).success).toBe(valid);
  });
});
