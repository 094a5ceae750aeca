import { expect, it } from '@jest/globals';
import { rowsById } from './rows-by-id.js';

it('rowsById finds a row, and throws for one that no statement returned', () => {
  const rowOf = rowsById([{ id: 'a', version: 2 }]);
  expect(rowOf('a')).toEqual({ id: 'a', version: 2 });
  expect(() => rowOf('b')).toThrow('No row of the statement has the id b');
});
