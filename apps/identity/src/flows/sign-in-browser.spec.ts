import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { type Listener, listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { authorizationUrl, type Parameters } from '../testing/flows.js';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { signInOn } from '../testing/person.js';

/**
 * The way back to the client in a real browser: its rules for forms, redirects and cookies count
 * here.
 */
describe('signing in with a real browser', () => {
  let provider: ReachableIdentity;
  let client: Listener;
  let posted: URLSearchParams;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let context: Awaited<ReturnType<typeof chromium.newContext>>;
  beforeAll(async () => {
    chromium = await launchBrowser();
    client = await listen(async (request, response) => {
      posted = new URLSearchParams(await text(request));
      response.end('<title>The client</title>');
    });
    provider = await startReachableIdentity();
    await provider.query("UPDATE clients SET redirect_uris = $1 WHERE id = 'demo-web'", [
      [callback(), callbackBeside()],
    ]);
  });
  beforeEach(async () => {
    context = await chromium.newContext();
  });
  afterAll(async () => {
    await chromium.close();
    await provider.close();
    await client.close();
  });

  /** Another site than the provider's: to the rules for cookies, ports make no difference. */
  const callback = (): string => `${client.url.replace('127.0.0.1', 'localhost')}/callback`;
  /** The same site as the provider's, whose frames get its cookies. */
  const callbackBeside = (): string => `${client.url}/callback`;
  const authorize = (parameters: Parameters = {}): string => {
    const url = authorizationUrl({ redirect_uri: callback(), ...parameters });
    return provider.origin + url.pathname + url.search;
  };
  const codeAt = async (page: Page): Promise<string | null> => {
    await page.waitForURL(`${callback()}?**`);
    return new URL(page.url()).searchParams.get('code');
  };

  it('prompt=login answered as another user ends at the client', async () => {
    const page = await context.newPage();
    await page.goto(authorize());
    await signInOn(page);
    expect(await codeAt(page)).toBeTruthy();
    await page.goto(authorize({ prompt: 'login' }));
    await signInOn(page, demoUsers[1]?.email);
    expect(await codeAt(page)).toBeTruthy();
  });

  it('prompt=login answered as another user, without JavaScript: a page with a button', async () => {
    const page = await (await chromium.newContext({ javaScriptEnabled: false, locale: 'nl' })).newPage();
    await page.goto(authorize());
    await signInOn(page);
    expect(await codeAt(page)).toBeTruthy();
    await page.goto(authorize({ prompt: 'login', ui_locales: 'kk' }));
    await signInOn(page, demoUsers[1]?.email);
    expect(await page.locator('html').getAttribute('lang')).toBe('kk');
    await page.locator('button').click();
    expect(await codeAt(page)).toBeTruthy();
  });

  const scripting = [
    { javaScriptEnabled: true, how: 'a script' },
    { javaScriptEnabled: false, how: 'a button' },
  ];
  it.each(scripting)(
    'response_mode=form_post: $how sends the fields, and only them',
    async ({ javaScriptEnabled }) => {
      const state = '"><script>alert(1)</script>&amp;\'қ';
      const page = await (await chromium.newContext({ javaScriptEnabled })).newPage();
      await page.goto(authorize({ response_mode: 'form_post', state, ui_locales: 'ru' }));
      await signInOn(page);
      if (!javaScriptEnabled) {
        expect(await page.locator('html').getAttribute('lang')).toBe('ru');
        await page.locator('button').click();
      }
      await page.waitForURL(callback());
      expect([...posted.keys()].sort()).toEqual(['code', 'iss', 'session_state', 'state']);
      expect(posted.get('state')).toBe(state);
    },
  );

  it.each([
    [{}, 'code'],
    // The library makes it a prompt for a sign-in beside `none`.
    [{ max_age: '0' }, 'error'],
  ])(
    'prompt=none with response_mode=form_post: a hidden frame of the client posts the fields (%j)',
    async (asks, answer) => {
      const page = await context.newPage();
      const redirect_uri = callbackBeside();
      await page.goto(authorize({ redirect_uri }));
      await signInOn(page);
      await page.waitForURL(`${redirect_uri}?**`);
      const silent = authorize({
        redirect_uri,
        prompt: 'none',
        response_mode: 'form_post',
        state: 'silent',
        ...asks,
      });
      const sent = page.waitForResponse(redirect_uri);
      await page.setContent(`<iframe src="${silent.replaceAll('&', '&amp;')}"></iframe>`);
      await sent;
      expect([posted.get('state'), posted.has(answer)]).toEqual(['silent', true]);
    },
  );

  it('a form of the client finds the session that is there, without asking again (OIDC Core 3.1.2.1)', async () => {
    const page = await context.newPage();
    await page.goto(authorize());
    await signInOn(page);
    expect(await codeAt(page)).toBeTruthy();
    const request = new URL(authorize({ state: 'posted' }));
    const inputs = [...request.searchParams].map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    );
    await page.setContent(
      `<form method="post" action="${request.origin}${request.pathname}">${inputs.join('')}<button></form>`,
    );
    await page.locator('button').click();
    await page.waitForURL(`${callback()}?*state=posted*`);
    expect(await codeAt(page)).toBeTruthy();
  });

  it('two tabs with a sign-in each: both are finished, in one session', async () => {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(authorize());
    await second.goto(authorize());
    await signInOn(first);
    expect(await codeAt(first)).toBeTruthy();
    await signInOn(second);
    expect(await codeAt(second)).toBeTruthy();
    const sessions = (await context.cookies(`${provider.origin}/auth`)).filter(
      ({ name }) => name === 'session',
    );
    expect(sessions).toHaveLength(1);
  });
});
