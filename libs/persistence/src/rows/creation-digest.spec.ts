import { describe, expect, it } from '@jest/globals';
import { CreationDigests } from './creation-digest.js';

const digests = new CreationDigests({ CURSOR_SECRET: 'a-secret-for-digests-in-tests-only' });
const others = new CreationDigests({ CURSOR_SECRET: 'another-secret-for-digests-in-tests' });
const digest = (body: object): string => digests.of(body).toString('hex');

describe('the digest of a request', () => {
  const body = { title: 'a', tags: ['b', 'c'], at: new Date(0), risk: { likelihood: 1, severity: 2 } };

  it.each([
    [
      'members in another order',
      { risk: { severity: 2, likelihood: 1 }, at: body.at, tags: body.tags, title: 'a' },
    ],
    ['an instant as text', { ...body, at: '1970-01-01T00:00:00.000Z' }],
    [
      'members without a value',
      { ...body, note: null, list: [], fields: {}, risk: { ...body.risk, c: null } },
    ],
    ['undefined', { ...body, note: undefined }],
  ])('is the same for %s', (_, same) => {
    expect(digest(same)).toBe(digest(body));
  });

  it.each([
    ['another value', { ...body, title: 'b' }],
    ['another type', { ...body, title: 1 }],
    ['another order of a list', { ...body, tags: ['c', 'b'] }],
    ['false', { ...body, flag: false }],
    ['zero', { ...body, count: 0 }],
    ['an empty text', { ...body, note: '' }],
    ['another value within', { ...body, risk: { likelihood: 1, severity: 3 } }],
    ['a member less', { title: 'a', tags: ['b', 'c'] }],
  ])('is another for %s', (_, other) => {
    expect(digest(other)).not.toBe(digest(body));
  });

  it('takes a member called __proto__ for what it is', () => {
    const [one, other] = ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'].map((text) => JSON.parse(text));
    expect(digest(one)).not.toBe(digest(other));
  });

  it('takes a key: nobody without it guesses a body', () => {
    expect(digests.of(body)).not.toEqual(others.of(body));
    expect([digests.matches(digests.of(body), body), digests.matches(others.of(body), body)]).toEqual([
      true,
      false,
    ]);
  });
});
