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

const send = (path: string) => {
  gateway.received.length = 0;
  const lines = Object.entries(member.headers).map(([name, value]) => `${name}: ${value}`);
  return rawRequest(gateway.url, `GET ${path}`, lines);
};

describe('a path reaches its service', () => {
  it.each([
    ['/api/hazards', '/hazards'],
    ['/api/hazards/', '/hazards/'],
    ['/API/Hazards/Ab-1', '/hazards/Ab-1'],
    ['/api/courses?sort=-name&q=a%2Fb', '/courses?sort=-name&q=a%2Fb'],
    ['/api/courses?x=/../internal', '/courses?x=/../internal'],
    ['/api/%68azards', '/hazards'],
    ['/api/personnel/a%20b', '/personnel/a%20b'],
    ['/api/personnel/%c3%a9', '/personnel/%C3%A9'],
    [`/api/events/${'x'.repeat(500)}`, `/events/${'x'.repeat(500)}`],
    ['/accounts', '/'],
    ['/accounts/companies/me', '/companies/me'],
    ['/Auth/token', '/auth/token'],
    ['/auth/.well-known/openid-configuration', '/auth/.well-known/openid-configuration'],
    ['/auth/internal/revocations', '/auth/internal/revocations'],
    ['http://localhost:8080/API/hazards?limit=1', '/hazards?limit=1'],
  ])('%s as %s', async (path, seen) => {
    expect((await send(path)).status).toBe(200);
    expect(gateway.received.map(({ url }) => url)).toEqual([seen]);
  });
});

describe('a path reaches no service', () => {
  it.each([
    ['parent segments (RFC 3986 5.2.4)', '/api/hazards/../users', 400],
    ['a parent segment at the end', '/api/hazards/..', 400],
    ['parent segments out of the public API', '/auth/../internal/revocations', 400],
    ['a current segment', '/accounts/./internal/memberships/me', 400],
    ['a double slash', '/accounts//internal/memberships/me', 400],
    ['a leading double slash', '//api/hazards', 400],
    ['an encoded slash', '/api/hazards%2fapprovalData', 400],
    ['an encoded slash before the prefix', '/auth%2Ftoken', 400],
    ['an encoded backslash', '/api/hazards%5c..', 400],
    ['a backslash', '/api\\hazards', 400],
    ['encoded dots', '/api/hazards/%2e%2e/users', 400],
    ['one encoded dot', '/api/hazards/.%2E/users', 400],
    ['an escape escaped', '/api/hazards/%252e%252e/users', 400],
    ['NUL', '/api/hazards/%00', 400],
    ['a line break (CWE-93)', '/api/hazards/%0d%0aX-Company-Context:%20a', 400],
    ['a parameter of a segment', '/api/hazards/..;/users', 400],
    ['an encoded semicolon', '/api/hazards/..%3b/users', 400],
    ['an overlong slash (RFC 3629 10)', '/api/hazards/%c0%af', 400],
    ['half an escape', '/api/hazards/%4', 400],
    ['an escape of no octet', '/api/hazards/%zz', 400],
    ['a query that is no UTF-8', '/api/hazards?externalId=M%FCller', 400],
    ['half an escape in a query', '/api/hazards?q=%4', 400],
    ['a fragment', '/api/hazards#/../users', 400],
    ['an absolute address of another host (RFC 9112 3.2.2)', 'http://127.0.0.1/api/hazards', 400],
    ['a service that there is not', '/api/unknown', 404],
    ['no service', '/api', 404],
    ['a prefix that only begins alike', '/api/hazardsandmore', 404],
    ['a prefix of another word', '/authentication', 404],
    ['an absolute address of ours without an API', 'http://localhost:8080/nothing', 404],
    ['the root, which is the start page', '/', 200],
    ['the root, absolute', 'http://localhost:8080', 200],
    ['internal endpoints, absolute', 'http://localhost:8080/internal/revocations', 404],
    ['internal endpoints', '/internal/revocations', 404],
    ['internal endpoints below accounts', '/accounts/internal/memberships/me', 404],
    ['internal endpoints in another case', '/accounts/INTERNAL/memberships/me', 404],
    ['internal endpoints, escaped', '/accounts/%69nternal/memberships/me', 404],
    ['internal endpoints below the business API', '/api/internal/things', 404],
    ['the health of a service', '/accounts/health/ready', 404],
  ])('%s: %s is %d', async (_, path, status) => {
    expect(await send(path)).toMatchObject({ status });
    expect(gateway.received).toEqual([]);
  });
});

describe('its own endpoints', () => {
  it.each(['/health/live', '/health/ready'])('%s is of the gateway', async (path) => {
    expect((await send(path)).status).toBe(200);
    expect(gateway.received).toEqual([]);
  });

  it.each([
    'TRACE /auth/token',
    'TRACE /api/courses',
    'TRACE /',
    'PROPFIND /auth/token',
    'CONNECT localhost:8080',
  ])('501 at every path, without Allow: %s (RFC 9110 9.3.8, 15.6.2)', async (requestLine) => {
    const answer = await rawRequest(gateway.url, requestLine);
    expect(answer).toMatchObject({ status: 501, code: 'not-implemented' });
    expect(answer.head).not.toMatch(/^allow:/im);
    expect(answer.head).toMatch(/^content-type: application\/problem\+json/im);
  });

  it.each([
    ['an unknown expectation (RFC 9110 10.1.1)', 'GET /auth/token', ['Expect: foo'], 417],
    ['an empty Host', 'GET /auth/token', ['Host:'], 200],
    ['everything', 'OPTIONS *', [], 404],
  ])('%s', async (_, requestLine, lines, status) => {
    expect(await rawRequest(gateway.url, requestLine, lines)).toMatchObject({ status });
  });
});
