import { expect, it } from '@jest/globals';
import { traceContextOf, traceIdOf } from './traceparent.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const GOOD = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

it('keeps a traceparent of version 00, and its trace id', () => {
  expect(traceContextOf({ headers: { traceparent: GOOD } })).toEqual({ traceparent: GOOD });
  expect(traceIdOf(GOOD)).toBe(TRACE_ID);
});

it.each([
  ['none', undefined],
  ['another version', GOOD.replace('00-', 'ff-')],
  ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['no span', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
  ['upper case', GOOD.toUpperCase()],
  ['a line break', `${GOOD}\n`],
  ['something longer', `${GOOD}-more`],
])('ignores %s', (_, traceparent) => {
  const headers = { ...(traceparent !== undefined && { traceparent }), tracestate: 'a=1' };
  expect(traceContextOf({ headers })).toEqual({});
});

/** An entry of a tracestate with this many characters. */
const entry = (length: number, key = 'a'): string => `${key}=`.padEnd(length, 'v');
const entries = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}=v`);

it.each([
  ['as it is', 'rojo=00f067aa0ba902b7,congo@1=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo@1=t61rcWkgMzE'],
  ['without blanks around entries, and empty ones', ' a=1 ,\t, b=x y ', 'a=1,b=x y'],
  ['with 32 entries', entries(32).join(','), entries(32).join(',')],
  ['with 512 characters', [entry(255), entry(256)].join(','), [entry(255), entry(256)].join(',')],
  ['without long entries where it is longer', [entry(129), entry(128), entry(256)].join(','), entry(128)],
  [
    'without the last entries where it is longer still',
    Array.from({ length: 9 }, () => entry(100)).join(','),
    Array.from({ length: 5 }, () => entry(100)).join(','),
  ],
])('keeps a tracestate %s', (_, tracestate, kept) => {
  expect(traceContextOf({ headers: { traceparent: GOOD, tracestate } })).toEqual({
    traceparent: GOOD,
    tracestate: kept,
  });
});

it.each([
  ['33 entries', entries(33).join(',')],
  ['an entry without a value', 'a=1,b'],
  ['an empty value', 'a='],
  ['a key in upper case', 'A=1'],
  ['a key that is too long', entry(300, 'a'.repeat(257))],
  ['a value that is too long', `a=${'v'.repeat(257)}`],
  ['a value with an equals sign', 'a=b=c'],
  ['a value beyond ASCII', 'a=\u00e9'],
  ['a line break', 'a=1\nb=2'],
  ['nothing', ' , '],
])('drops a tracestate with %s', (_, tracestate) => {
  expect(traceContextOf({ headers: { traceparent: GOOD, tracestate } })).toEqual({ traceparent: GOOD });
});
