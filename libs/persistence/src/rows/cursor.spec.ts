import { expect, it } from '@jest/globals';
import { Cursors, cursorScope } from './cursor.js';

const cursors = new Cursors({ CURSOR_SECRET: 'a-secret-for-cursors-in-tests-only' });
const others = new Cursors({ CURSOR_SECRET: 'another-secret-for-cursors-in-tests' });
const HOUR_MS = 60 * 60 * 1000;
const scope = cursorScope('company', 'notes', { sort: 'title' });
const cursor = cursors.encode(scope, ['a', null, 7]);
/** As earlier releases made it, of the same parts. */
const [payload, signature] = [
  'WzE3NjcyMjU2MDAsIi04SjJiR05Za281M3pxaGJXTEd5QUkiLFsiYSIsbnVsbCw3XV0',
  'iDEadhMZP_SeVN06Qv2v6x6fuIJpr-0upBB1OajVSso',
];
const earlier = `${payload}.${signature}`;
const refusedAs = (code: string) =>
  expect.objectContaining({
    code: 'invalid-cursor',
    status: 400,
    options: expect.objectContaining({ errors: [expect.objectContaining({ parameter: 'cursor', code })] }),
  });
const [refused, tooOld] = [refusedAs('invalid-format'), refusedAs('out-of-range')];

it('gives back the position it was made of', () => {
  expect(cursors.decode(scope, cursor)).toEqual(['a', null, 7]);
});

it('shows nobody its position, nor which of two is the same', () => {
  const named = cursors.encode(scope, ['Lovelace', 4711]);
  const bytes = Buffer.from(named, 'base64url').toString('latin1');
  expect([named, bytes].filter((text) => /Lovelace|4711/.test(text))).toEqual([]);
  expect(cursors.encode(scope, ['Lovelace', 4711])).not.toBe(named);
});

it('takes one of earlier releases, and ends it as it ends its own', () => {
  const begunAt = new Date(Date.UTC(2026, 0, 1));
  const position = ['a', null, 7];
  const walk = cursors.walkOf(scope, earlier, begunAt.getTime());
  expect(walk).toEqual({ position, begunAt, seenUntil: begunAt });
  expect(() => cursors.walkOf(scope, earlier)).toThrow(tooOld);
});

const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

it.each([
  ['altered in its nonce', flipped(cursor, 5)],
  ['altered in its tag', flipped(cursor, 25)],
  ['altered in its position', flipped(cursor, 60)],
  ['cut', cursor.slice(0, 20)],
  ['altered in its position, of earlier releases', `${flipped(payload, 60)}.${signature}`],
  ['altered in its signature', `${payload}.${flipped(signature, 5)}`],
  ['without a signature', payload],
  ['with an empty signature', `${payload}.`],
  ['with half a signature', `${payload}.${signature.slice(0, 20)}`],
  ['with more behind it', `${earlier}.x`],
  ['with padding', `${cursor}=`],
  ['with letters that are none of base64url', `${cursor}!`],
  ['of a position of its own', `${Buffer.from('[1,"x",[]]').toString('base64url')}.${signature}`],
  ['made by another service', others.encode(scope, ['a', null, 7])],
  ['empty', ''],
  ['a dot', '.'],
  ['rubbish', 'ÿ\u0000'],
])('refuses a cursor: %s', (_, text) => {
  expect(() => cursors.decode(scope, text)).toThrow(refused);
});

it.each([
  ['another company', cursorScope('other', 'notes', { sort: 'title' })],
  ['another list', cursorScope('company', 'tasks', { sort: 'title' })],
  ['other parameters', cursorScope('company', 'notes', { sort: 'due' })],
  ['the same letters in other parts', cursorScope('companynotes', '', { sort: 'title' })],
])('refuses a cursor of %s', (_, other) => {
  expect(() => cursors.decode(other, cursor)).toThrow(refused);
});

it('ends 24 hours after its first page', () => {
  const begunAt = new Date(Date.UTC(2026, 0, 1));
  const end = begunAt.getTime() + 24 * HOUR_MS;
  const old = cursors.encode(scope, ['a'], { begunAt, seenUntil: begunAt });
  expect(cursors.walkOf(scope, old, end)).toEqual({ position: ['a'], begunAt, seenUntil: begunAt });
  expect(() => cursors.walkOf(scope, old, end + 1000)).toThrow(tooOld);
});
