import { describe, expect, it } from '@jest/globals';
import { yearsLater } from './calendar.js';

describe('the same day of another year', () => {
  it.each([
    ['2026-11-21', 2, '2028-11-21'],
    ['2024-02-29', 1, '2025-03-01'],
    ['2026-01-05', -100, '1926-01-05'],
  ])('%s and %i years', (date, years, expected) => {
    expect(yearsLater(date, years)).toBe(expected);
  });
});
