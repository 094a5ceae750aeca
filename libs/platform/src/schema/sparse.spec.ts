import { describe, expect, it } from '@jest/globals';
import { reduced } from './sparse.js';

const row = {
  id: '1',
  name: 'Byrne',
  dateOfBirth: null,
  groups: [{ treatment: null }],
  redactedFields: ['/dateOfBirth', '/groups/0/treatment'],
};

describe('an answer reduced to some members', () => {
  it.each<[string, string[], object]>([
    ['names no redacted member that was not asked for', ['id', 'name'], { id: '1', name: 'Byrne' }],
    ['names a redacted one', ['dateOfBirth'], { dateOfBirth: null, redactedFields: ['/dateOfBirth'] }],
    [
      'names one inside of a member',
      ['groups'],
      { groups: [{ treatment: null }], redactedFields: ['/groups/0/treatment'] },
    ],
    ['names all of them when that was asked', ['redactedFields'], { redactedFields: row.redactedFields }],
  ])('%s', (_, wanted, expected) => {
    expect(reduced(row, new Set(wanted))).toEqual(expected);
    expect(reduced({ data: [row], page: {} }, new Set(wanted))).toEqual({ data: [expected], page: {} });
  });

  it('says nothing of rows of which nothing is withheld', () => {
    const whole = { id: '1', dateOfBirth: '1990-01-01', redactedFields: [] };
    expect(reduced(whole, new Set(['dateOfBirth']))).toEqual({ dateOfBirth: '1990-01-01' });
  });
});
