import { describe, expect, it } from '@jest/globals';
import { coverageOf, covers } from './membership.js';

describe('what a reach covers', () => {
  it.each([
    ['everything', 'everywhere' as const, ['a'], true],
    ['the org structure itself', ['b'], ['a', 'b'], true],
    ['what is below', ['a'], ['a', 'b', 'c'], true],
    ['nothing above', ['b'], ['a'], false],
    ['nothing beside', ['b'], ['a', 'c'], false],
    ['nothing without an org structure', [], ['a'], false],
  ])('%s', (_, reach, pathIds, expected) => {
    expect(covers(reach, pathIds)).toBe(expected);
    expect(coverageOf(reach)(pathIds)).toBe(expected);
  });
});
