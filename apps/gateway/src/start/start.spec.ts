import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { languages } from '@safety/contracts';
import { accessibilityFindings, type Browser, launchBrowser, type Page } from '@safety/testing/browser';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

const CATALOG = '/.well-known/api-catalog';
const TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let gateway: GatewayUnderTest;
let browser: Browser;
let opened: Page;
/** Complaints of the browser. */
const refused: string[] = [];

beforeAll(async () => {
  [gateway, browser] = await Promise.all([
    startGateway({
      AUTH_URL: 'https://id.example',
      TRUSTED_PROXIES: '1',
      ACCOUNTS_API_URL: 'https://accounts.example/accounts',
      BASE_URL: 'https://api.example/api',
    }),
    launchBrowser(),
  ]);
  opened = await browser.newPage();
  opened.on('console', (message) => refused.push(message.text()));
});

afterAll(async () => {
  await browser?.close();
  await gateway.close();
});

/** Whether the identity behind the gateway has a mailbox of the demo. */
const serveDemo = (hasMailbox: boolean) =>
  gateway.answerWith((_, response) => response.writeHead(hasMailbox ? 200 : 404).end());

beforeEach(() => serveDemo(false));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.fetch(path, { method, headers });
const page = (headers: Record<string, string> = {}) => get('/', { accept: BROWSER, ...headers });

interface Linkset {
  linkset: Record<string, string | { href: string; type?: string }[]>[];
}

describe.each<[string, Record<string, string>]>([
  ['/', { accept: 'application/json' }],
  ['/', { accept: '*/*' }],
  ['/', { accept: 'application/linkset+json' }],
  [CATALOG, { accept: '*/*' }],
  [CATALOG, { accept: BROWSER }],
])('GET %s %j', (path, headers) => {
  it('200: the APIs with what describes them (RFC 9727, RFC 9264), at the addresses of the settings', async () => {
    const answer = await get(path, { ...headers, 'x-forwarded-host': 'evil.example' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, TYPE]);
    const described = {
      'service-desc': [{ href: 'https://id.example/openapi.json', type: 'application/json' }],
      'service-doc': [{ href: 'https://id.example/docs', type: 'text/html' }],
    };
    const discovery = 'https://id.example/auth/.well-known/openid-configuration';
    const anchors = [
      'https://api.example/api',
      'https://accounts.example/accounts',
      'https://id.example/auth',
    ];
    expect(await answer.json()).toEqual({
      linkset: [
        { anchor: `https://id.example${CATALOG}`, item: anchors.map((href) => ({ href })) },
        { anchor: anchors[0], ...described },
        { anchor: anchors[1], ...described },
        { anchor: anchors[2], 'service-desc': [{ href: discovery, type: 'application/json' }] },
      ],
    });
  });
});

it('names what is there: each address of the catalog on this host answers 200', async () => {
  const { linkset } = (await (await get(CATALOG)).json()) as Linkset;
  const own = linkset
    .flatMap((context) => Object.values(context).filter(Array.isArray).flat())
    .flatMap(({ href }) =>
      /^https:\/\/id\.example(\/docs|\/openapi)/.test(href) ? new URL(href).pathname : [],
    );
  expect(new Set(own)).toEqual(new Set(['/docs', '/openapi.json']));
  for (const path of own) expect((await get(path)).status).toBe(200);
});

describe.each(['/', CATALOG, '/openapi.json', '/docs'])('%s', (path) => {
  it('HEAD 200 says what GET does, 304 to whoever has it', async () => {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'link', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = whole.headers.get('etag') ?? 'none';
    const again = await get(path, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('405 %s, with what is allowed', async (method) => {
    const answer = await get(path, {}, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed' });
  });

  it('400 for a Host that could be two, and a foreign one changes nothing', async () => {
    const foreign = await rawRequest(gateway.url, `GET ${path}`, ['Host: evil.example']);
    expect([foreign.status, JSON.stringify(foreign).includes('evil.example')]).toEqual([200, false]);
  });
});

it('leads to the catalog from both (RFC 9727 section 3)', async () => {
  for (const path of ['/', CATALOG])
    expect((await get(path, {}, 'HEAD')).headers.get('link')).toBe(
      `<https://id.example${CATALOG}>; rel="api-catalog"`,
    );
});

describe('GET / in a browser', () => {
  it('200: a page that runs nothing and loads nothing from elsewhere', async () => {
    const answer = await page();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('accept, accept-language, origin');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toContain('<script');
    expect(text).not.toMatch(/src=|@import|url\(/);
    for (const address of [
      'https://id.example/auth/console',
      'https://id.example/docs',
      'https://id.example/openapi.json',
      'https://api.example/api',
      'https://accounts.example/accounts',
    ])
      expect(text).toContain(address);
  });

  it('no demo: neither mailbox nor passwords, and so while identity is away', async () => {
    expect(await (await page()).text()).not.toMatch(/mailbox|demo-password|correct horse/i);
    gateway.answerWith((request) => request.destroy());
    expect(await (await page()).text()).not.toMatch(/mailbox|demo-password|correct horse/i);
  });

  it('a demo: its mailbox, and a command that gets a token', async () => {
    serveDemo(true);
    const text = await (await page()).text();
    expect(text).toContain('href="https://id.example/auth/demo/mailbox"');
    expect(text).toContain('curl -s https://id.example/auth/connect/token -d grant_type=password');
    expect(text).toContain('-d client_id=demo-password -d client_secret=demo-password-secret');
  });

  it.each([...languages])(
    '%s: in the language of the browser, accessible, its style allowed by its policy',
    async (language) => {
      serveDemo(true);
      await opened.setExtraHTTPHeaders({ 'accept-language': language });
      refused.length = 0;
      await opened.goto(gateway.url);
      expect(await opened.evaluate('document.documentElement.lang')).toBe(language);
      expect(await opened.evaluate('getComputedStyle(document.body).maxWidth')).toBe('768px');
      expect(await accessibilityFindings(opened)).toEqual([]);
      expect(refused).toEqual([]);
    },
  );

  it('404 stays 404 beside it', async () => {
    expect((await get('/nothing')).status).toBe(404);
    expect((await get('/.well-known/nothing')).status).toBe(404);
  });
});
