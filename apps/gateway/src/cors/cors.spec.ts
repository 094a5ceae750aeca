import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '@safety/platform';
import { listen } from '@safety/testing';
import { type Browser, launchBrowser } from '@safety/testing/browser';
import { z } from 'zod';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { allowedOriginsSetting } from './allowed-origins.js';

const LISTED = 'https://app.example';
const FOREIGN = 'https://evil.example';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway({ CORS_ALLOWED_ORIGINS: `${LISTED}, http://localhost:4200` });
});

afterAll(() => gateway.close());

const ask = (path: string, headers: Record<string, string>, method = 'OPTIONS', from = gateway) => {
  from.received.length = 0;
  return from.fetch(path, { method, headers });
};

const preflight = (origin: string, method = 'PATCH') => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,x-company-context',
});

const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');
const listOf = ({ headers }: Response, name: string) => (headers.get(name) ?? '').split(', ');

describe('a preflight', () => {
  it.each([
    '/api/hazards',
    '/%61pi/hazards',
    '/API/hazards/some-id',
    '/accounts/companies/me',
    '/api/no-such-endpoint',
  ])('204 for a listed origin, at the gateway: %s', async (path) => {
    const answer = await ask(path, preflight(LISTED));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(allowed(answer)).toBe(LISTED);
    expect(listOf(answer, 'access-control-allow-methods')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(listOf(answer, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'x-company-context', 'if-match']),
    );
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(listOf(answer, 'vary')).toContain('origin');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(gateway.received).toEqual([]);
  });

  it.each([
    ['of another host', FOREIGN],
    ['of another scheme', 'http://app.example'],
    ['of another port', 'https://app.example:8443'],
    ['that begins alike', 'https://app.example.evil.example'],
    ['that ends alike', 'https://evil-app.example'],
    ['in upper case', 'HTTPS://APP.EXAMPLE'],
    ['of a sandboxed page or a file', 'null'],
    ['of everything', '*'],
    ['with a path', `${LISTED}/`],
  ])('403 for an origin %s', async (_, origin) => {
    const answer = await ask('/api/hazards', preflight(origin));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'origin-not-allowed' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(listOf(answer, 'vary')).toContain('origin');
    expect(gateway.received).toEqual([]);
  });

  it('is counted for the address it comes from', async () => {
    const answer = await ask('/api/hazards', preflight(LISTED));
    expect(answer.headers.get('ratelimit-policy')).toContain('"address"');
  });

  it('below /auth is for identity, which answers for itself', async () => {
    gateway.answerWith((_, response) =>
      response.writeHead(204, { 'access-control-allow-origin': FOREIGN, vary: 'Origin' }).end(),
    );
    const answer = await ask('/auth/connect/token', preflight(FOREIGN, 'POST'));
    expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([204, FOREIGN, 'Origin']);
    expect(gateway.received).toHaveLength(1);
  });

  it.each([{ origin: LISTED }, { 'access-control-request-method': 'GET' }])(
    'is none with only one of its headers: %j',
    async (headers) => {
      expect((await ask('/api/hazards', headers)).status).toBe(401);
    },
  );
});

describe('an answer', () => {
  it.each([
    ['of a service', '/api/hazards', 200],
    ['of the gateway', '/api/unknown', 404],
    ['that is a reference', '/openapi.json', 200],
  ])('%s may be read by a page of a listed origin: %s', async (_, path, status) => {
    gateway.answerWith((_request, response) => response.setHeader('vary', 'authorization').end('{}'));
    const { headers } = await gateway.member();
    const answer = await ask(path, { ...headers, origin: LISTED }, 'GET');
    await answer.text();
    expect([answer.status, allowed(answer)]).toEqual([status, LISTED]);
    expect(listOf(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'x-request-id', 'ratelimit', 'retry-after', 'location', 'deprecation']),
    );
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(listOf(answer, 'vary')).toContain('origin');
  });

  it.each([
    ['without a token', {}, 401],
    ['of an unknown version', { 'api-version': '9' }, 400],
  ])('that refuses a call %s may be read too', async (_, headers, status) => {
    const answer = await ask('/api/hazards', { ...headers, origin: LISTED }, 'GET');
    expect([answer.status, allowed(answer)]).toEqual([status, LISTED]);
    expect(listOf(answer, 'vary')).toEqual(['origin', 'accept-language']);
  });

  it('is the same for another origin, but not for its page to read', async () => {
    const { headers } = await gateway.member();
    const answer = await ask('/api/hazards', { ...headers, origin: FOREIGN }, 'GET');
    expect([answer.status, allowed(answer)]).toEqual([200, null]);
    expect(listOf(answer, 'vary')).toContain('origin');
  });

  it('says once who may read it, whatever the service says', async () => {
    gateway.answerWith((_, response) => response.setHeader('access-control-allow-origin', '*').end('{}'));
    const { headers } = await gateway.member();
    expect(allowed(await ask('/api/hazards', { ...headers, origin: LISTED }, 'GET'))).toBe(LISTED);
  });
});

describe('without the setting', () => {
  it('403 for every preflight, and no answer speaks of origins', async () => {
    const closed = await startGateway();
    const answer = await ask('/api/hazards', preflight(LISTED), 'OPTIONS', closed);
    expect(await answer.json()).toMatchObject({ status: 403, code: 'origin-not-allowed' });
    const { headers } = await closed.member();
    const read = await ask('/api/hazards', { ...headers, origin: LISTED }, 'GET', closed);
    expect([read.status, allowed(read), read.headers.get('vary')]).toEqual([200, null, null]);
    await closed.close();
  });

  it('the page at /docs may call APIs that have other addresses', async () => {
    const apart = await startGateway({ BASE_URL: 'https://api.example/api' });
    const answer = await ask('/api/hazards', preflight('http://localhost:8080'), 'OPTIONS', apart);
    expect([answer.status, allowed(answer)]).toEqual([204, 'http://localhost:8080']);
    await apart.close();
  });
});

describe('CORS_ALLOWED_ORIGINS', () => {
  const read = (value: string) =>
    readSettings(z.object({ CORS_ALLOWED_ORIGINS: allowedOriginsSetting }), { CORS_ALLOWED_ORIGINS: value });

  it('is a list of origins, or nothing', () => {
    expect(read('https://a.example, http://localhost:4200,').CORS_ALLOWED_ORIGINS).toEqual([
      'https://a.example',
      'http://localhost:4200',
    ]);
    expect(read('').CORS_ALLOWED_ORIGINS).toEqual([]);
  });

  it.each([
    '*',
    'null',
    'a.example',
    'https://*.a.example',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'https://user@a.example',
    'ftp://a.example',
    'https://a.example https://b.example',
  ])('refuses to start with %s', (value) => {
    expect(() => read(value)).toThrow('CORS_ALLOWED_ORIGINS');
  });
});

describe('in a browser', () => {
  let browser: Browser | undefined;

  afterEach(() => browser?.close());

  it('a page of a listed origin reads answers, refusals and their headers; another page nothing', async () => {
    const pages = await Promise.all([
      listen((_, response) => response.setHeader('content-type', 'text/html').end('<p>app')),
      listen((_, response) => response.setHeader('content-type', 'text/html').end('<p>other')),
    ]);
    const [listed, other] = pages;
    const open = await startGateway({ CORS_ALLOWED_ORIGINS: new URL(listed.url).origin });
    open.answerWith((_, response) => response.setHeader('etag', '"7"').end('{"id":"a"}'));
    const { headers } = await open.member();
    browser = await launchBrowser();
    const page = await browser.newPage();
    const call = async (from: string, sent: Record<string, string>) => {
      await page.goto(from);
      return page.evaluate<unknown>(`fetch(${JSON.stringify(`${open.url}/api/hazards/a`)}, {
        method: 'PUT', body: '{}', headers: ${JSON.stringify({ ...sent, 'content-type': 'application/json' })},
      }).then(
        async (answer) => ({ status: answer.status, etag: answer.headers.get('etag'), body: await answer.json() }),
        ({ name }) => name,
      )`);
    };
    expect(await call(listed.url, headers)).toEqual({ status: 200, etag: '"7"', body: { id: 'a' } });
    expect(await call(listed.url, {})).toMatchObject({ status: 401, body: { code: 'token-missing' } });
    open.received.length = 0;
    expect(await call(other.url, headers)).toBe('TypeError');
    expect(open.received).toEqual([]);
    await Promise.all([open, ...pages].map((one) => one.close()));
  });
});
