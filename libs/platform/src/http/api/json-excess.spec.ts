import { describe, expect, it } from '@jest/globals';
import { jsonExcess } from './json-excess.js';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (count: number, element: string) => `[${Array(count).fill(element).join()}]`;
const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`;
const excessOf = (text: string) => jsonExcess(Buffer.from(text));

/** As much as an item's training requirements may be, short enough for 1 MiB. */
const requirements = JSON.stringify({
  requirements: Array(2_000).fill({
    ...Object.fromEntries(Array.from('abcdefghijk', (name) => [name, 0])),
    jobTitles: Array(50).fill('a'),
  }),
});

describe('JSON is not too much', () => {
  it.each([
    ['32 levels', nested(32)],
    ['many lists of 32 levels', `[${Array(1_000).fill(nested(31)).join()}]`],
    ['30,000 members', members(30_000)],
    ['130,000 values', list(129_999, '0')],
    ['the largest good body', requirements],
    ['brackets in a string', JSON.stringify('[{'.repeat(100))],
    ['commas and colons in a string', JSON.stringify(',:'.repeat(130_000))],
    ['brackets after an escaped quotation mark', JSON.stringify(`"${'['.repeat(100)}`)],
    ['brackets in a name', JSON.stringify({ ['['.repeat(100)]: 0 })],
    ['a string without an end', '"['],
    ['an escape without an end', '"\\'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(excessOf(text)).toBeUndefined();
  });
});

describe('JSON is too much', () => {
  it.each([
    ['33 levels', nested(33), 'The body is nested deeper than 32 levels.'],
    ['33 levels of objects', '{"a":'.repeat(33), 'The body is nested deeper than 32 levels.'],
    ['33 levels after an escaped backslash', `["\\\\",${nested(32)}]`, /deeper than 32/],
    ['30,001 members', members(30_001), 'The body has more than 30000 members; send fewer.'],
    ['30,001 members of several objects', list(30_001, '{"a":0}'), /30000 members/],
    ['130,001 values', list(130_000, '0'), 'The body has more than 130000 values; send fewer.'],
    ['130,001 values that are lists', list(65_001, '[]'), /130000 values/],
  ])('%s', (_, text, detail) => {
    expect(excessOf(text)).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail));
  });
});
