import { expect, it } from '@jest/globals';

/** A module of its own: other spec files of the worker have taken places. */
const alone = new URL('prepared.js?alone', import.meta.url).href;
const { forgetStatements, prepared }: typeof import('./prepared.js') = await import(alone);
const nameOf = (text: string) => prepared(text, []).name;

it('a statement that comes again is prepared, however many came once before', () => {
  for (let at = 0; at < 2000; at += 1) expect(nameOf(`SELECT ${at}`)).toBeUndefined();
  expect(nameOf('SELECT 1999')).toEqual(expect.any(String));
  expect(nameOf('SELECT 1999')).toBe(nameOf('SELECT 1999'));
});

it('the server is asked to keep 500 statements for each connection at most', () => {
  const named = (at: number) => [1, 2].map(() => nameOf(`SELECT ${at} AS at`))[1];
  const names = Array.from({ length: 600 }, (_, at) => named(at));
  // One place is taken above.
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(499);
});

it('another service has all places, and statements of its own', () => {
  const [known, late] = ['SELECT 1999', 'SELECT 599 AS at'];
  expect([nameOf(known), nameOf(late)]).toEqual([expect.any(String), undefined]);
  forgetStatements();
  expect([known, late, late].map(nameOf)).toEqual([undefined, undefined, expect.any(String)]);
});
