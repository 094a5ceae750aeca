import { describe, expect, it } from '@jest/globals';
import { dateFaults } from './person-dates.js';

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
