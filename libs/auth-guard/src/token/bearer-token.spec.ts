import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemError } from '@safety/platform';
import { type Listener, listen } from '@safety/testing';
import { companyIdOf } from '../membership/company-header.js';
import { bearerToken } from './bearer-token.js';

const ID = '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60';
let server: Listener;

beforeAll(async () => {
  // Says what is read from a request as it really came over the wire.
  server = await listen((request, response) => {
    const read = (reader: () => string): string => {
      try {
        return reader();
      } catch (error) {
        const { code, status } = error as ProblemError;
        return `${status} ${code}`;
      }
    };
    response.end(JSON.stringify([read(() => bearerToken(request)), read(() => companyIdOf(request))]));
  });
});

afterAll(() => server.close());

async function readFrom(...headers: string[]): Promise<[token: string, company: string]> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.write(['GET / HTTP/1.1', 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'));
  await once(socket, 'close');
  return JSON.parse(/\[[^[]*\]/.exec(answer)?.[0] ?? '[]');
}

describe('Authorization (RFC 6750 section 2.1)', () => {
  it.each([
    ['Bearer abc.def-_~+/==', 'abc.def-_~+/=='],
    ['bearer abc', 'abc'],
    ['BEARER   abc', 'abc'],
    ['Bearer', '401 token-invalid'],
    ['Bearer a b', '401 token-invalid'],
    ['Bearer a,b', '401 token-invalid'],
    ['Bearer "abc"', '401 token-invalid'],
    ['Bearer\tabc', '401 token-invalid'],
    ['Bearer é', '401 token-invalid'],
    ['Basic dXNlcjpwYXNz', '401 token-missing'],
    ['DPoP abc', '401 token-missing'],
    ['abc', '401 token-missing'],
    ['', '401 token-missing'],
  ])('%s', async (value, expected) => {
    expect((await readFrom(`Authorization: ${value}`))[0]).toBe(expected);
  });

  it('401 without it, wherever else a token may be', async () => {
    expect((await readFrom('Cookie: access_token=abc', 'X-Authorization: Bearer abc'))[0]).toBe(
      '401 token-missing',
    );
  });

  it('400 for two, of which Node would keep the first', async () => {
    expect((await readFrom('Authorization: Bearer a', 'authorization: Bearer b'))[0]).toBe('400 bad-request');
    expect((await readFrom('Authorization: Bearer a', 'AUTHORIZATION: Bearer a'))[0]).toBe('400 bad-request');
  });
});

describe('X-Company-Context', () => {
  it.each<[string, string[], string]>([
    ['one id', [`X-Company-Context: ${ID}`], ID],
    ['one id between blanks', [`x-company-context:   ${ID}  `], ID],
    ['none', [], '400 company-context-missing'],
    ['an empty one', ['X-Company-Context:'], '400 company-context-missing'],
    ['two lines', [`X-Company-Context: ${ID}`, `X-Company-Context: ${ID}`], '400 company-context-multiple'],
    [
      'two spellings',
      [`X-Company-Context: ${ID}`, `x-COMPANY-context: ${ID}`],
      '400 company-context-multiple',
    ],
    [
      'an empty line and an id',
      ['X-Company-Context:', `X-Company-Context: ${ID}`],
      '400 company-context-multiple',
    ],
    ['a list', [`X-Company-Context: ${ID}, ${ID}`], '400 company-context-multiple'],
    ['a list with nothing', [`X-Company-Context: ${ID},`], '400 company-context-multiple'],
    ['no id', ['X-Company-Context: mine'], '400 company-context-invalid'],
    ['an id in upper case', [`X-Company-Context: ${ID.toUpperCase()}`], '400 company-context-invalid'],
    ['an underscore in the name', [`X_Company_Context: ${ID}`], '400 company-context-missing'],
  ])('%s', async (_, headers, expected) => {
    expect((await readFrom(...headers))[1]).toBe(expected);
  });
});
