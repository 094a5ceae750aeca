import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayUnderTest, type Member, startGateway } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

let gateway: GatewayUnderTest;
let member: Member;

beforeAll(async () => {
  gateway = await startGateway();
  member = await gateway.member();
});

afterAll(() => gateway.close());

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OTHER = '0190a000-0000-7000-8000-00000000000f';

const send = (lines: string[], path = '/api/hazards', url = gateway.url) => {
  gateway.received.length = 0;
  return rawRequest(url, `GET ${path}`, lines);
};

const good = (): string[] => [
  `Authorization: ${member.headers.authorization}`,
  `X-Company-Context: ${member.companyId}`,
];

describe('headers that could be read in two ways', () => {
  it.each([
    ['two tokens (RFC 6750 2)', 400, 'bad-request', ['Authorization: Bearer x']],
    ['two tokens in another case', 400, 'bad-request', ['AUTHORIZATION: Bearer x']],
    ['two companies', 400, 'company-context-multiple', [`X-Company-Context: ${OTHER}`]],
    ['two companies in another case', 400, 'company-context-multiple', [`x-company-CONTEXT: ${OTHER}`]],
    ['a company with underscores', 400, 'bad-request', [`X_Company_Context: ${OTHER}`]],
    ['a company with one underscore', 400, 'bad-request', [`X-Company_Context: ${OTHER}`]],
    ['two hosts (RFC 9112 3.2)', 400, 'bad-request', ['Host: localhost', 'Host: evil.example']],
    ['two Api-Versions', 400, 'unsupported-api-version', ['Api-Version: 1.3.1', 'Api-Version: 1.3.0']],
  ])('%s: %d %s', async (_, status, code, lines) => {
    expect(await send([...good(), ...lines])).toMatchObject({ status, code });
    expect(gateway.received).toEqual([]);
  });

  it.each([
    ['a list of companies', 'company-context-multiple', () => `${member.companyId}, ${member.companyId}`],
    ['an empty company', 'company-context-missing', () => ''],
    ['a company that is no id', 'company-context-invalid', () => 'mine'],
    ['a company in upper case', 'company-context-invalid', () => OTHER.toUpperCase()],
  ])('%s: 400 %s', async (_, code, company) => {
    const [token = ''] = good();
    expect(await send([token, `X-Company-Context: ${company()}`])).toMatchObject({ status: 400, code });
  });
});

describe('cookies that a service sets', () => {
  it.each([
    ['/api/hazards', null],
    ['/accounts/companies/me', null],
    ['/auth/connect/authorize', 'session=chosen; Path=/auth'],
  ])('%s: %s', async (path, expected) => {
    gateway.answerWith((request, response) => {
      request.resume();
      response.setHeader('set-cookie', 'session=chosen; Path=/auth').end('{}');
    });
    const { status, headers } = await gateway.fetch(path, { headers: member.headers });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBe(expected);
  });
});

describe('headers that a service gets', () => {
  const seen = async (lines: string[], path?: string) => {
    expect((await send([...good(), ...lines], path)).status).toBe(200);
    return gateway.received[0]?.headers ?? {};
  };

  it.each([
    'X-Forwarded-For: 1.2.3.4',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-Prefix: /evil',
    'Forwarded: for=1.2.3.4;host=evil.example',
    'Via: 1.1 evil',
    'X-Real-IP: 1.2.3.4',
    'X-User-Id: admin',
    'X-Authenticated-User: admin',
    'X-Scopes: everything',
    'X-Internal: true',
    'X-Original-URL: /internal/revocations',
    'X-HTTP-Method-Override: DELETE',
    'X_Forwarded_For: 1.2.3.4',
    'Remote_User: admin',
    'Proxy-Authorization: Basic eDp5',
    'Keep-Alive: timeout=5',
    'Upgrade: h2c',
    'TE: trailers',
    'Trailer: X-Company-Context',
    'Expect: 100-continue',
  ])('not from the client: %s', async (line) => {
    const [name = '', value = ''] = line.split(': ');
    expect((await seen([line]))[name.toLowerCase()]).not.toBe(value);
  });

  it('the address of the client and the public address, from the settings', async () => {
    const headers = await seen(['Host: evil.example']);
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:8080',
    });
    expect(headers.host).not.toBe('evil.example');
  });

  it('nothing that Connection names (RFC 9110 7.6.1)', async () => {
    const headers = await seen(['Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']);
    expect(headers['http2-settings']).toBeUndefined();
  });

  it('the token, the company and what describes the content', async () => {
    const trace = [`Traceparent: ${TRACE}`, 'Tracestate: a=1', 'Tracestate: b=2'];
    const lines = ['If-Match: "3"', 'Accept-Language: nl', 'Idempotency-Key: k', ...trace];
    expect(await seen(lines)).toMatchObject({
      authorization: member.headers.authorization,
      'x-company-context': member.companyId,
      'if-match': '"3"',
      'accept-language': 'nl',
      'idempotency-key': 'k',
      traceparent: TRACE,
      tracestate: 'a=1,b=2',
    });
  });

  it.each([
    ['of no trace', ['Tracestate: a=1']],
    ['of a trace that cannot be continued', ['Traceparent: 00-1-1-01', 'Tracestate: a=1']],
    ['that is not well-formed', [`Traceparent: ${TRACE}`, 'Tracestate: A']],
  ])('no tracestate %s', async (_, lines) => {
    expect((await seen(lines)).tracestate).toBeUndefined();
  });

  it.each([
    ['/api/hazards', undefined],
    ['/accounts/companies/me', undefined],
    ['/auth/connect/authorize', 'session=secret'],
  ])('cookies only where they were made: %s', async (path, expected) => {
    expect((await seen(['Cookie: session=secret'], path)).cookie).toBe(expected);
  });

  it('no company outside of the business API', async () => {
    expect((await seen([], '/accounts/companies/me'))['x-company-context']).toBeUndefined();
  });

  it.each([
    ['a safe request id as it is', 'abc-123', /^abc-123$/],
    ['a new one for an unsafe one', 'a b"', /^[0-9a-f-]{36}$/],
    ['a new one for one too long', 'x'.repeat(65), /^[0-9a-f-]{36}$/],
  ])('%s', async (_, id, expected) => {
    const { head } = await send([...good(), `X-Request-Id: ${id}`]);
    const passed = gateway.received[0]?.headers['x-request-id'];
    expect(passed).toMatch(expected);
    expect(head.toLowerCase()).toContain(`x-request-id: ${passed}`);
  });

  it('the entries of X-Forwarded-For that our own proxies added', async () => {
    const behindOne = await startGateway({ TRUSTED_PROXIES: '1' });
    await send(['X-Forwarded-For: 6.6.6.6, 1.2.3.4'], '/auth/token', behindOne.url);
    expect(behindOne.received[0]?.headers['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1');
    await behindOne.close();
  });
});
