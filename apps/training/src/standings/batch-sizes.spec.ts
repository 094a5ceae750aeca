import { expect, it } from '@jest/globals';
import { BatchSizes } from './batch-sizes.js';

it('a batch that fails is halved for its company alone, and each success makes it larger by one', () => {
  const sizes = new BatchSizes();
  const after = (step: () => void): number => {
    step();
    return sizes.of('one');
  };
  expect(sizes.of('one')).toBe(25);
  expect(after(() => sizes.shrink('one', 25))).toBe(12);
  expect(after(() => sizes.shrink('one', 12))).toBe(6);
  expect(after(() => sizes.shrink('one', 3))).toBe(1);
  expect(after(() => sizes.shrink('one', 1))).toBe(1);
  expect(sizes.of('other')).toBe(25);
  for (let size = 2; size <= 25; size++) expect(after(() => sizes.grow('one'))).toBe(size);
  expect(after(() => sizes.grow('one'))).toBe(25);
});
