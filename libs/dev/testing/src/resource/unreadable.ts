import { expect, it } from '@jest/globals';
import type { Answer, RequestOptions } from '../api.js';
import { outcome } from './resource-under-test.js';

/** Sends a request whose body is right but for what is given in its place, or added to it. */
export type SendInstead = (
  change: { body: unknown } | { added: object },
  options: RequestOptions,
) => Promise<Answer>;

const cases: [
  status: number,
  code: string,
  change: Parameters<SendInstead>[0],
  headers: Record<string, string>,
][] = [
  [400, 'malformed-json', { body: '{"' }, {}],
  [415, 'unsupported-media-type', { body: '<a/>' }, { 'content-type': 'text/xml' }],
  [422, 'validation-failed', { body: [] }, {}],
  [422, 'unknown-field', { added: { thereIsNoSuchMember: 1 } }, {}],
];

/** Generates the refusals that every body may get, whatever it is about. */
export function describeUnreadable(name: string, send: SendInstead): void {
  it.each(cases)(`%d %s: ${name}`, async (status, code, change, headers) => {
    expect(outcome(await send(change, { headers }))).toEqual({ status, code });
  });
}
