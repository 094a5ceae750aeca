import { describe, expect, it } from '@jest/globals';
import { startOfDay, yearsLater } from './calendar.js';

describe('the first instant of a day', () => {
  it.each([
    ['at midnight', 'Europe/Dublin', '2026-07-01', '2026-06-30T23:00:00Z'],
    ['at the first of two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['at one, where midnight is skipped', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['a day later, where the day is left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('is %s: %s, %s', (_, timeZone, date, instant) => {
    expect(startOfDay(date, timeZone)).toEqual(new Date(instant));
  });
});

describe('the same day of another year', () => {
  it.each([
    ['2026-11-21', 2, '2028-11-21'],
    ['2024-02-29', 1, '2025-03-01'],
    ['2026-01-05', -100, '1926-01-05'],
  ])('%s and %i years', (date, years, expected) => {
    expect(yearsLater(date, years)).toBe(expected);
  });
});
