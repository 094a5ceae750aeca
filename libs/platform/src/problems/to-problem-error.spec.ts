import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { HttpException, NotFoundException } from '@nestjs/common';
import { ProblemError } from './problem-error.js';
import { problemBody } from './send-problem.js';
import { toProblemError } from './to-problem-error.js';

const SECRET = 'SELECT password FROM users';
const request = {
  id: 'trace-1',
  originalUrl: '/things?token=secret',
  raw: new IncomingMessage(new Socket()),
};
const coded = (code: string) => Object.assign(new Error(SECRET), { code });

describe.each<[code: string, thrown: unknown[]]>([
  ['payload-too-large', [coded('FST_ERR_CTP_BODY_TOO_LARGE')]],
  ['unsupported-media-type', [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE')]],
  [
    'unavailable',
    [
      ...[
        '08000',
        '08001',
        '08003',
        '08006',
        '53100',
        '53200',
        '53300',
        '57P01',
        '57P02',
        '57P03',
        '57014',
      ].map(coded),
      ...['55P03', '25006', '25P03', '25P04', '28000', '28P01', '40001', '40P01'].map(coded),
      ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].map(
        coded,
      ),
      new Error('timeout exceeded when trying to connect'),
      new Error('Query read timeout'),
      new Error('Connection terminated unexpectedly'),
      new Error('Connection terminated due to connection timeout'),
      new Error('Client has encountered a connection error and is not queryable'),
      new HttpException('away', 503),
    ],
  ],
  [
    'internal-error',
    [
      new Error(SECRET),
      ...['42P01', '42601', '42501', '22P02', '23505', '23503'].map(coded),
      new HttpException(SECRET, 500),
      new HttpException(SECRET, 502),
      new HttpException(SECRET, 504),
      Object.assign(new Error(SECRET), { statusCode: 500 }),
      Object.assign(coded('25006'), { statusCode: 500 }),
      SECRET,
      null,
      undefined,
      7,
      { password: SECRET },
    ],
  ],
])('%s', (code, thrown) => {
  it.each(thrown.map((error) => [String((error as { code?: string })?.code ?? error), error]))(
    '%s',
    (_, error) => {
      const problem = toProblemError(error);
      expect(problem.code).toBe(code);
      // The cause is for the log; the body is all that a caller sees.
      expect(problem.options.cause).toBe(error);
      expect(JSON.stringify(problemBody(problem, request))).not.toContain('password');
      if (code === 'unavailable') expect(problem.options.headers).toEqual({ 'retry-after': '1' });
    },
  );
});

describe('HTTP exceptions', () => {
  it.each([
    [400, 'bad-request'],
    [401, 'token-missing'],
    [403, 'permission-denied'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [406, 'not-acceptable'],
    [408, 'bad-request'],
    [413, 'payload-too-large'],
    [414, 'uri-too-long'],
    [415, 'unsupported-media-type'],
    [418, 'bad-request'],
    [429, 'rate-limited'],
    [431, 'headers-too-large'],
  ])('%i is %s', (status, code) => {
    expect(toProblemError(new HttpException('why', status)).code).toBe(code);
    expect(toProblemError(Object.assign(new Error('why'), { statusCode: status })).code).toBe(code);
  });

  it('keep their own words below 500', () => {
    expect(toProblemError(new NotFoundException('No such page.')).options.detail).toBe('No such page.');
  });
});

it('a problem stays what it is', () => {
  const problem = new ProblemError('duplicate');
  expect(toProblemError(problem)).toBe(problem);
});

it('a body holds what RFC 9457 asks for, the extensions and nothing private', () => {
  const problem = new ProblemError('version-mismatch', {
    detail: 'The current version is 3.',
    errors: [{ header: 'if-match', code: 'not-allowed', detail: 'x' }],
    extensions: { currentVersion: 3 },
    headers: { secret: 'header' },
    cause: new Error('private'),
  });
  expect(problemBody(problem, request)).toEqual({
    type: 'urn:problem-type:version-mismatch',
    title: 'Version mismatch',
    status: 412,
    detail: 'The current version is 3.',
    instance: '/things',
    code: 'version-mismatch',
    traceId: 'trace-1',
    errors: [{ header: 'if-match', code: 'not-allowed', detail: 'x' }],
    currentVersion: 3,
  });
});
