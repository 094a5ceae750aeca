import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { type Listener, listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { authorizationUrl, type Parameters } from '../testing/flows.js';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { signInOn } from '../testing/person.js';

/**
 * The callback of the application redirects to another host, and that one to a third, as brokers and sign-in
 * hosts of several applications do. Chromium applies `form-action` of the page with the form to all of them.
 */
describe('an application whose callback redirects onward, in a real browser', () => {
  let provider: ReachableIdentity;
  let application: Listener;
  let broker: Listener;
  let work: Listener;
  let callbacks: URLSearchParams[];
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let context: Awaited<ReturnType<typeof chromium.newContext>>;
  beforeAll(async () => {
    chromium = await launchBrowser();
    work = await listen((_, response) => response.end('<h1>At work</h1>'));
    const at = { work: `${work.url.replace('127.0.0.1', 'localhost')}/work`, broker: '' };
    broker = await listen((_, response) => response.writeHead(302, { location: at.work }).end());
    at.broker = `${broker.url}/onward`;
    application = await listen(async (request, response) => {
      const body = new URLSearchParams(await text(request));
      callbacks.push(request.method === 'POST' ? body : new URL(request.url ?? '', origin()).searchParams);
      response.writeHead(302, { location: at.broker }).end();
    });
    provider = await startReachableIdentity();
    await provider.query(
      "UPDATE clients SET redirect_uris = ARRAY[$1], post_logout_redirect_uris = ARRAY[$2] WHERE id = 'demo-web'",
      [callback(), `${origin()}/bye`],
    );
  });
  beforeEach(async () => {
    callbacks = [];
    context = await chromium.newContext();
  });
  afterAll(async () => {
    await chromium.close();
    await provider.close();
    for (const listener of [application, broker, work]) await listener.close();
  });

  const origin = (): string => application.url.replace('127.0.0.1', 'localhost');
  const callback = (): string => `${origin()}/callback`;
  const authorize = (parameters: Parameters = {}): string => {
    const url = authorizationUrl({ redirect_uri: callback(), ...parameters });
    return provider.origin + url.pathname + url.search;
  };
  // Not by `waitForURL`, which gives up where the second of two clicks ends the navigation of the first.
  const isAtWork = (page: Page): Promise<void> => page.locator('h1', { hasText: 'At work' }).waitFor();
  const signOutAddress = (): string => {
    const url = new URL(`${provider.origin}/auth/connect/endsession`);
    url.searchParams.set('client_id', 'demo-web');
    url.searchParams.set('post_logout_redirect_uri', `${origin()}/bye`);
    return url.href;
  };

  const ways = [
    { response_mode: undefined, javaScriptEnabled: true },
    { response_mode: undefined, javaScriptEnabled: false },
    { response_mode: 'form_post', javaScriptEnabled: true },
    { response_mode: 'form_post', javaScriptEnabled: false },
  ];
  it.each(ways)(
    'signs in and out: response_mode=$response_mode, JavaScript $javaScriptEnabled',
    async ({ response_mode, javaScriptEnabled }) => {
      const page = await (await chromium.newContext({ javaScriptEnabled })).newPage();
      await page.goto(authorize({ response_mode }));
      await signInOn(page);
      if (response_mode && !javaScriptEnabled) await page.locator('button').click();
      await isAtWork(page);
      expect(callbacks.map((fields) => fields.has('code'))).toEqual([true]);

      await page.goto(signOutAddress());
      await page.locator('button').click();
      await isAtWork(page);
      await page.goto(authorize({ prompt: 'none' }));
      await isAtWork(page);
      expect(callbacks.at(-1)?.get('error')).toBe('login_required');
    },
  );

  it.each(['allow', 'refuse'])('prompt=consent: %s', async (decision) => {
    const page = await context.newPage();
    await page.goto(authorize({ prompt: 'consent' }));
    await signInOn(page);
    await page.locator(`button[value=${decision}]`).click();
    await isAtWork(page);
    expect(callbacks).toHaveLength(1);
    expect(callbacks[0]?.get('error')).toBe(decision === 'allow' ? null : 'access_denied');
  });

  it('prompt=login answered as another user', async () => {
    const page = await context.newPage();
    await page.goto(authorize());
    await signInOn(page);
    await isAtWork(page);
    await page.goto(authorize({ prompt: 'login' }));
    await signInOn(page, demoUsers[1]?.email);
    await isAtWork(page);
    expect(callbacks.map((fields) => fields.has('code'))).toEqual([true, true]);
  });

  it('two clicks are one sign-in', async () => {
    const page = await context.newPage();
    await page.goto(authorize());
    await page.locator('input[type=email]').fill(String(demoUsers[0]?.email));
    await page.locator('input[type=password]').fill('correct horse battery staple');
    await page.locator('button').dblclick();
    await isAtWork(page);
    expect(callbacks.map((fields) => fields.has('code'))).toEqual([true]);
  });

  it('the way back leads past the page that sent on, to one that says that this sign-in is finished', async () => {
    const page = await context.newPage();
    await page.goto(authorize());
    await signInOn(page);
    await isAtWork(page);
    await page.goBack();
    expect(page.url()).toMatch(/\/auth\/sign-in\//);
    expect(await page.textContent('h1')).toContain('was finished already');
  });
});
