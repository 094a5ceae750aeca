import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { pathOf } from '../path-of.js';
import { requestIdOf } from '../request-id.js';
import { requestedApiVersion } from './api-version.js';
import { matchesEtag } from './etag.js';
import { acceptsJson, prefersHtml } from './negotiation.js';

describe('If-None-Match (RFC 9110 section 13.1.2)', () => {
  it.each([
    ['absent', undefined, false],
    ['any', '*', true],
    ['the same', '"7"', true],
    ['the same, weak', 'W/"7"', true],
    ['among others', '"6", W/"7"', true],
    ['another', '"77"', false],
    ['without quotes', '7', false],
    ['nothing', '', false],
  ])('%s', (_, header, expected) => {
    expect(matchesEtag(header, '"7"')).toBe(expected);
  });
});

describe('Accept (RFC 9110 section 12.5.1)', () => {
  it.each([
    ['text/html', true],
    ['text/html; charset=utf-8', true],
    ['application/json; charset=utf-8, text/html;level=1;q=0.9', false],
    ['*/*; charset=utf-8', false],
    ['text/html;level=1;q=0, */*;q=0.1', false],
  ])('%s asks for a page: %s', (accept, expected) => {
    expect(prefersHtml({ headers: { accept } } as IncomingMessage)).toBe(expected);
  });

  it.each(['text/csv', 'text/csv; charset=utf-8', 'text/csv; header=present; q=0.5'])(
    'a route of tables answers %s',
    (accept) => {
      expect(acceptsJson({ headers: { accept } } as IncomingMessage, ['text/csv'])).toBe(true);
    },
  );
});

describe('X-Request-Id', () => {
  const idOf = (value: string | string[] | undefined) =>
    requestIdOf({ headers: value === undefined ? {} : { 'x-request-id': value } });

  it.each(['a', 'A-b_c.9', 'x'.repeat(64)])('keeps %s', (given) => {
    expect(idOf(given)).toBe(given);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['65 characters', 'x'.repeat(65)],
    ['a blank', 'a b'],
    ['a line break (log forging)', 'a\nb'],
    ['markup', '<script>'],
    ['two', ['a', 'b']],
  ])('makes a new one for %s', (_, given) => {
    const id = idOf(given);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf(given)).not.toBe(id);
  });
});

describe('Api-Version', () => {
  it.each([
    [undefined, '1.3.1'],
    ['1.3.1', '1.3.1'],
    ['1.3.0', '1.3.0'],
  ])('%s is %s', (header, version) => {
    expect(requestedApiVersion(header)).toBe(version);
  });

  it.each(['', '1', '1.1', '2.0.0', '1.3.1 ', 'v1.3.1', '*', '1.3.0, 1.3.1'])('400: %j', (header) => {
    expect(() => requestedApiVersion(header)).toThrow(
      expect.objectContaining({ code: 'unsupported-api-version', status: 400 }),
    );
  });
});

it.each([
  ['/a/b?c=d', '/a/b'],
  ['/a', '/a'],
  ['/?', '/'],
  ['/a?b?c', '/a'],
])('the path of %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
});
