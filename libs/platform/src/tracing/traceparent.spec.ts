import { expect, it } from '@jest/globals';
import { traceIdOf, traceparentOf } from './traceparent.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const GOOD = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

it('keeps a traceparent of version 00, and its trace id', () => {
  expect(traceparentOf({ headers: { traceparent: GOOD } })).toBe(GOOD);
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
  expect(traceparentOf({ headers: { ...(traceparent !== undefined && { traceparent }) } })).toBeUndefined();
});
