import { describe, expect, it } from '@jest/globals';
import { startOfDay, yearsLater } from './calendar.js';
import { dateFaults } from './person-dates.js';

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

describe('the dates of a person on 2026-11-21', () => {
  const faultsOf = (changes: object, today = '2026-11-21') =>
    dateFaults({ hireDate: '2020-01-01', terminationDate: null, dateOfBirth: null, ...changes }, today);

  it.each([
    { dateOfBirth: '2013-11-21' },
    { dateOfBirth: '1925-11-22' },
    { terminationDate: '2020-01-01' },
    { hireDate: '2028-11-21' },
  ])('%j is right', (changes) => {
    expect(faultsOf(changes)).toEqual([]);
  });

  it('on 29 February: who is 13 or 101 tomorrow is 12 or 100', () => {
    expect(faultsOf({ dateOfBirth: '2011-03-01' }, '2024-02-29')).toHaveLength(1);
    expect(faultsOf({ dateOfBirth: '1923-03-01' }, '2024-02-29')).toEqual([]);
  });

  it.each([
    { dateOfBirth: '2013-11-22' },
    { dateOfBirth: '1925-11-21' },
    { terminationDate: '2019-12-31' },
    { hireDate: '2028-11-22' },
  ])('%j is wrong', (changes) => {
    expect(faultsOf(changes)).toMatchObject([{ pointer: `/${Object.keys(changes)[0]}` }]);
  });
});
