import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { commaSeparated, listQuery, listSearches, pageOf, queryFlag, queryInteger } from './list.js';

const query = listQuery({
  sort: ['name', 'createdAt', 'code'],
  defaultSort: 'name',
  filters: { status: commaSeparated(z.enum(['draft', 'active'])).optional() },
});

const ID = '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60';

describe('the query of a list', () => {
  it('has defaults for everything', () => {
    expect(query.parse({})).toEqual({ limit: 50, includeArchived: 'false', includeTotal: false });
  });

  it('reads every parameter', () => {
    const parsed = query.parse({
      limit: '200',
      cursor: 'abc',
      sort: '-name,createdAt,modifiedAt',
      modifiedSince: '2026-01-01T01:00:00+01:00',
      includeArchived: 'only',
      ids: `${ID},${ID}`,
      externalId: 'X-1',
      q: 'ab',
      fields: 'name,code',
      includeTotal: 'true',
      status: 'draft,active',
    });
    expect(parsed).toEqual({
      limit: 200,
      cursor: 'abc',
      sort: [
        { key: 'name', descending: true },
        { key: 'createdAt', descending: false },
        { key: 'modifiedAt', descending: false },
      ],
      modifiedSince: new Date('2026-01-01T00:00:00Z'),
      includeArchived: 'only',
      ids: [ID, ID],
      externalId: 'X-1',
      q: 'ab',
      fields: ['name', 'code'],
      includeTotal: true,
      status: ['draft', 'active'],
    });
  });

  it('reads a comma inside a value by the backslash before it', () => {
    const titles = commaSeparated(z.string());
    expect(titles.parse(String.raw`Driver\, HGV,Fitter`)).toEqual(['Driver, HGV', 'Fitter']);
    expect(titles.parse([String.raw`Driver\, HGV`, 'Fitter'])).toEqual(['Driver, HGV', 'Fitter']);
  });

  it.each([
    [String.raw`a\\,b`, ['a\\', 'b']],
    [String.raw`a\\\,b`, [String.raw`a\,b`]],
    [String.raw`a\b`, [String.raw`a\b`]],
    ['a,,b', ['a', '', 'b']],
  ])('reads a backslash by the one before it: %s', (text, values) => {
    expect(commaSeparated(z.string()).parse(text)).toEqual(values);
  });

  it('reads text in the form in which it is stored (NFC)', () => {
    expect(query.parse({ q: '\u200bJose\u0301', externalId: 'e\u0301 ' })).toMatchObject({
      q: 'Jos\u00e9',
      externalId: '\u00e9',
    });
  });

  it.each([
    ['limit 0', { limit: '0' }],
    ['limit 201: nothing is clamped', { limit: '201' }],
    ['a negative limit', { limit: '-1' }],
    ['half a row', { limit: '1.5' }],
    ['a limit in hexadecimal', { limit: '0x10' }],
    ['a limit with an exponent', { limit: '1e1' }],
    ['an empty limit', { limit: '' }],
    ['limit twice', { limit: ['1', '2'] }],
    ['an unknown sort key', { sort: 'salary' }],
    ['an inherited name as sort key', { sort: 'constructor' }],
    ['four sort keys', { sort: 'name,createdAt,code,modifiedAt' }],
    ['a sort key in both directions', { sort: 'name,-name' }],
    ['an empty sort', { sort: '' }],
    ['two signs', { sort: '--name' }],
    ['modifiedSince without an offset', { modifiedSince: '2026-01-01T00:00:00' }],
    ['another includeArchived', { includeArchived: 'yes' }],
    ['another flag', { includeTotal: '1' }],
    ['one letter of q', { q: 'a' }],
    ['101 letters of q', { q: 'a'.repeat(101) }],
    ['blanks as q', { q: '   ' }],
    ['an id that is none', { ids: `${ID},x` }],
    ['no ids', { ids: '' }],
    ['an unknown status', { status: 'draft,deleted' }],
    ['a parameter nobody knows', { page: '2' }],
    ['a cursor beyond all bounds', { cursor: 'x'.repeat(8001) }],
  ])('refuses %s', (_, parameters) => {
    expect(query.safeParse(parameters).success).toBe(false);
  });
});

it('tells the limit of a number that is far beyond it', () => {
  const { issues } = query.safeParse({ limit: `1${'0'.repeat(20)}` }).error ?? {};
  expect(issues?.at(-1)).toMatchObject({ code: 'too_big', maximum: 200 });
});

it.each([
  ['commas', 'draft,active'],
  ['the name again for each', ['draft', 'active']],
  ['both', ['draft,active', 'draft']],
])('a list may be written with %s', (_, status) => {
  expect(query.parse({ status }).status?.slice(0, 2)).toEqual(['draft', 'active']);
});

it.each([
  ['true', true],
  ['false', false],
])('a flag reads %s', (text, value) => {
  expect(queryFlag.parse(text)).toBe(value);
});

it.each([
  ['-5', -5],
  ['0', 0],
  ['007', 7],
])('an integer reads %s', (text, value) => {
  expect(queryInteger(-5, 100).parse(text)).toBe(value);
});

it('the query of a list says what q looks into, and how sort treats rows without a value', () => {
  const { shape } = listQuery({
    sort: ['name', 'priority'],
    defaultSort: 'name',
    sortTerms: 'priority is sorted by urgency.',
    search: ['name', 'code', 'notes'],
    searchTerms: 'Without `things.read` in name alone.',
    filters: {},
  });
  expect(shape.q.description).toBe(
    'Case-insensitive, anywhere in name, code or notes. Without `things.read` in name alone.',
  );
  expect(listSearches.get(shape.q)).toEqual({ members: ['name', 'code', 'notes'] });
  expect(shape.sort.description).toBe(
    'Up to three of name, priority, modifiedAt, "-" for descending. Default name. ' +
      'Rows without a value come last, with "-" too. priority is sorted by urgency.',
  );
});

it('a page writes its instant and drops what an item does not declare', () => {
  const page = pageOf(z.object({ name: z.string() })).parse({
    data: [{ name: 'a', companyId: 'secret' }],
    page: { limit: 1, hasMore: false, nextCursor: null, asOf: new Date(0), totalCount: null },
  });
  expect(page).toEqual({
    data: [{ name: 'a' }],
    page: { limit: 1, hasMore: false, nextCursor: null, asOf: '1970-01-01T00:00:00.000Z', totalCount: null },
  });
});

it('the documents say what a parameter stands for, not how it is written', () => {
  const described = z.toJSONSchema(z.object({ size: queryInteger(1, 9), flag: queryFlag }), { io: 'input' });
  expect(JSON.parse(JSON.stringify(described)).properties).toEqual({
    size: { type: 'integer', minimum: 1, maximum: 9 },
    flag: { type: 'boolean' },
  });
});
