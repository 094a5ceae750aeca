import { describe, expect, it } from '@jest/globals';
import { dateIn } from '@safety/platform';
import { yearsLater } from './calendar.js';
import { dateFaults } from './person-dates.js';

describe('today', () => {
  it.each([
    ['Europe/Dublin', '2026-07-01T23:30:00Z', '2026-07-02'],
    ['America/Anchorage', '2026-07-01T06:00:00Z', '2026-06-30'],
    ['Pacific/Kiritimati', '2026-12-31T12:00:00Z', '2027-01-01'],
    ['Asia/Almaty', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('in %s at %s is %s', (timeZone, instant, date) => {
    expect(dateIn(timeZone, new Date(instant))).toBe(date);
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
