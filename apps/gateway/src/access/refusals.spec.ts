import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TokenOptions } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

const READ = { claims: { scope: 'resources_business_api.read' } };
const ACCOUNTS = { claims: { scope: 'resources_accounts_api' } };
const NO_SCOPE = { claims: { scope: 'openid' } };
const EXPIRED = { claims: { exp: 1_700_000_000 } };
const SERVICE = randomUUID();
const OWN = { claims: { sub: 'a-service', client_id: 'a-service', scope: 'resources_business_api' } };
const OWN_NO_SCOPE = { claims: { ...OWN.claims, sub: SERVICE, client_id: SERVICE, scope: '' } };
const NONE = randomUUID();

interface Case {
  request: string;
  token?: TokenOptions | null;
  /** In place of the member's own. */
  company?: string | null;
  headers?: Record<string, string>;
  status: number;
  code?: string;
}

/** Each row breaks several rules at once where it can: the answer shows which of them comes first. */
const cases: [name: string, refusal: Case][] = [
  [
    'no token',
    { request: 'GET /api/hazards', token: null, company: null, status: 401, code: 'token-missing' },
  ],
  [
    'no token for a service',
    { request: 'GET /api/hazards', token: null, status: 401, code: 'token-missing' },
  ],
  [
    'no token for accounts',
    { request: 'GET /accounts/companies/me', token: null, status: 401, code: 'token-missing' },
  ],
  [
    'expired, no company',
    { request: 'GET /api/hazards', token: EXPIRED, company: null, status: 401, code: 'token-expired' },
  ],
  ['forged', { request: 'GET /api/hazards', token: { forged: true }, status: 401, code: 'token-invalid' }],
  [
    'ID token',
    {
      request: 'GET /api/hazards',
      token: { header: { typ: undefined } },
      status: 401,
      code: 'token-invalid',
    },
  ],
  ['of a client alone', { request: 'GET /api/hazards', token: OWN, status: 403, code: 'user-required' }],
  [
    'of a client alone, no company, no scope',
    { request: 'GET /api/hazards', token: OWN_NO_SCOPE, company: null, status: 403, code: 'user-required' },
  ],
  [
    'of a client alone for accounts',
    {
      request: 'GET /accounts/companies/me',
      token: OWN,
      company: null,
      status: 403,
      code: 'user-required',
    },
  ],
  [
    'no company, no scope',
    {
      request: 'GET /api/hazards',
      token: NO_SCOPE,
      company: null,
      status: 400,
      code: 'company-context-missing',
    },
  ],
  [
    'no id, no scope',
    {
      request: 'GET /api/hazards',
      token: NO_SCOPE,
      company: 'x',
      status: 400,
      code: 'company-context-invalid',
    },
  ],
  [
    'of others, no scope',
    {
      request: 'GET /api/hazards',
      token: NO_SCOPE,
      company: NONE,
      status: 403,
      code: 'company-context-forbidden',
    },
  ],
  ['no scope', { request: 'GET /api/hazards', token: NO_SCOPE, status: 403, code: 'insufficient-scope' }],
  [
    'accounts scope on business',
    { request: 'GET /api/hazards', token: ACCOUNTS, status: 403, code: 'insufficient-scope' },
  ],
  [
    'business scope on accounts',
    { request: 'GET /accounts/companies/me', token: READ, status: 403, code: 'insufficient-scope' },
  ],
  [
    'reading scope writes',
    { request: 'POST /api/hazards', token: READ, status: 403, code: 'insufficient-scope' },
  ],
  ['reading scope reads', { request: 'GET /api/hazards', token: READ, status: 200 }],
  ['reading scope asks for the head', { request: 'HEAD /api/hazards', token: READ, status: 200 }],
  [
    'accounts without company',
    { request: 'GET /accounts/companies/me', token: ACCOUNTS, company: null, status: 200 },
  ],
  ['protocol without token', { request: 'POST /auth/token', token: null, company: null, status: 200 }],
  [
    'unknown version, no token',
    {
      request: 'GET /api/hazards',
      token: null,
      headers: { 'api-version': '9' },
      status: 400,
      code: 'unsupported-api-version',
    },
  ],
  ...['1.2', '1.3', '1.3.0'].map((version): (typeof cases)[number] => [
    `old version ${version}`,
    { request: 'GET /api/hazards', headers: { 'api-version': version }, status: 200 },
  ]),
  [
    'packed body',
    {
      request: 'POST /api/hazards',
      headers: { 'content-encoding': 'gzip' },
      status: 415,
      code: 'unsupported-media-type',
    },
  ],
  ['removed, no token', { request: 'GET /api/employees', token: null, status: 401, code: 'token-missing' }],
  ['removed', { request: 'GET /api/employees', status: 410, code: 'endpoint-removed' }],
  [
    'of ten years, which identity never issues',
    {
      request: 'GET /api/hazards',
      token: { claims: { exp: Math.floor(Date.now() / 1000) + 10 * 365 * 24 * 60 * 60 } },
      status: 401,
      code: 'token-invalid',
    },
  ],
  [
    'own company, at a client of another',
    {
      request: 'GET /api/hazards',
      token: { claims: { company_id: NONE } },
      status: 403,
      code: 'company-context-forbidden',
    },
  ],
  [
    'a company claim that is no id',
    {
      request: 'GET /api/hazards',
      token: { claims: { company_id: '*' } },
      status: 401,
      code: 'token-invalid',
    },
  ],
  ['unknown', { request: 'GET /api/unknown', status: 404, code: 'not-found' }],
];

describe('refusals', () => {
  it.each(cases)('%s', async (_, { request, token, company, headers, status, code }) => {
    gateway.received.length = 0;
    const member = await gateway.member(token ?? undefined);
    const [method = '', path = ''] = request.split(' ');
    const named = company === undefined ? member.companyId : company;
    const answer = await gateway.fetch(path, {
      method,
      headers: {
        ...(token !== null && { authorization: member.headers.authorization }),
        ...(named !== null && { 'x-company-context': named }),
        ...headers,
      },
    });
    const body = await answer.text();
    expect({ status: answer.status, code: code && JSON.parse(body).code }).toEqual({ status, code });
    expect(gateway.received).toHaveLength(status === 200 ? 1 : 0);
    if (code === undefined) return;
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(body).traceId).toBe(answer.headers.get('x-request-id'));
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer (.+, )?realm="/);
    expect(answer.headers.get('api-version')).toBe('1.3.1');
  });

  it('401 in a deprecated version says until when that works', async () => {
    const answer = await gateway.fetch('/api/hazards', { headers: { 'api-version': '1.2' } });
    expect(answer.status).toBe(401);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'api-version': '1.2',
      deprecation: '@1793491200',
      sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
      link: expect.stringContaining('rel="deprecation"'),
    });
  });

  it('403 for another company than that of the client, which accounts is not asked about', async () => {
    const { member } = gateway;
    const alone = await startGateway({
      IDENTITY_URL: gateway.identity.url,
      ACCOUNTS_URL: 'http://127.0.0.1:1',
    });
    try {
      const { headers, companyId } = await member({ claims: { company_id: randomUUID() } });
      const answer = await alone.fetch('/api/hazards', { headers });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'company-context-forbidden' });
      expect(alone.received).toHaveLength(0);
      const own = await member({ claims: { company_id: companyId } });
      const unknown = await alone.fetch('/api/hazards', {
        headers: { ...own.headers, 'x-company-context': companyId },
      });
      expect(unknown.status).toBe(503);
    } finally {
      await alone.close();
    }
  });

  it('404 for what only begins like an API, without its headers', async () => {
    const answer = await gateway.fetch('/apifoo');
    expect([answer.status, answer.headers.get('api-version')]).toEqual([404, null]);
  });

  it.each([
    ['/api/orgstructures/sites', '/orgstructures?type=site'],
    ['/api/OrgStructures/Sites', '/orgstructures?type=site'],
    ['/api/employees', '/personnel'],
    ['/api/employees/Ab-1/workhistory', '/personnel/Ab-1/workhistory'],
  ])('%s is 410 with the successor %s', async (path, successor) => {
    const { headers } = await gateway.member();
    const answer = await gateway.fetch(path, { headers });
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ code: 'endpoint-removed', successor });
    expect(answer.headers.get('link')).toBe(
      `<http://localhost:8080/api${successor}>; rel="successor-version", <http://localhost:8080/docs>; rel="deprecation"; type="text/html"`,
    );
  });
});
