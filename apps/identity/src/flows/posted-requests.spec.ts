import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, locationOf } from '../testing/browser.js';
import { authorizationUrl, codeOf, redeem, refresh, signIn, tokensFor } from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const authorize = `${issuer}/connect/authorize`;
const endSession = `${issuer}/connect/endsession`;

describe('requests of the browser as a form', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const form = (parameters: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(authorizationUrl(parameters).searchParams);

  it('POST /auth/connect/authorize: signs in like GET (OIDC Core 3.1.2.1)', async () => {
    const sentOn = await browser.submit(authorize, form({ state: 'x&y=ü' }));
    expect(sentOn.status).toBe(303);
    const answer = await signIn(browser, locationOf(sentOn) as URL);
    expect(locationOf(answer)?.searchParams.get('state')).toBe('x&y=ü');
    expect((await redeem(provider, codeOf(answer))).status).toBe(200);
  });

  /** Posts as a page of another site does. */
  const post = (fields: Record<string, string>): Promise<Response> =>
    browser.open(endSession, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://app.example' },
    });

  it('POST /auth/connect/endsession: signs out like GET (RP-Initiated Logout 2)', async () => {
    const { id_token } = await tokensFor(provider, browser);
    const answer = await browser.follow(await post({ id_token_hint: id_token }));
    expect([answer.status, (await answer.text()).includes('You are signed out')]).toEqual([200, true]);
    const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
    expect(locationOf(silent)?.searchParams.get('error')).toBe('login_required');
  });

  describe('POST /auth/connect/endsession of a program, which sends neither Origin nor Sec-Fetch-Site', () => {
    const ask = (fields: Record<string, string>): Promise<Response> =>
      provider.fetch(endSession, { method: 'POST', body: new URLSearchParams(fields) });

    it('200: the session of the hint ends; a second time the page says that it was over', async () => {
      const { id_token, refresh_token } = await tokensFor(provider, browser);
      for (const words of ['You are signed out', 'You were signed out already']) {
        const answer = await ask({ id_token_hint: id_token });
        expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
        expect(await answer.text()).toContain(words);
      }
      expect((await refresh(provider, refresh_token)).status).toBe(400);
      const silent = await browser.open(authorizationUrl({ prompt: 'none' }));
      expect(locationOf(silent)?.searchParams.get('error')).toBe('login_required');
    });

    it('303 without a hint: there is nothing to end', async () => {
      const answer = await ask({});
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${endSession}/success`]);
    });

    it('400: a tampered hint, one that is there twice, and one that is no token', async () => {
      const { id_token, refresh_token } = await tokensFor(provider, browser);
      const hints = [[`${id_token.slice(0, -4)}AAAA`], [id_token, id_token], ['rubbish']];
      for (const hint of hints) {
        const body = new URLSearchParams(hint.map((token): [string, string] => ['id_token_hint', token]));
        expect((await provider.fetch(endSession, { method: 'POST', body })).status).toBe(400);
      }
      expect((await refresh(provider, refresh_token)).status).toBe(200);
    });

    it.each(['origin', 'sec-fetch-site'])('303: with %s it is a browser, and is sent on', async (header) => {
      const answer = await provider.fetch(endSession, {
        method: 'POST',
        body: new URLSearchParams({ state: 'x' }),
        headers: { [header]: 'null' },
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${endSession}?state=x`]);
    });
  });

  const forms: { name: string; address: string; init: RequestInit; status: number }[] = [
    {
      name: 'a form that is too large',
      address: authorize,
      init: { body: new URLSearchParams({ state: 'x'.repeat(9_000) }) },
      status: 413,
    },
    {
      name: 'JSON',
      address: authorize,
      init: { body: '{}', headers: { 'content-type': 'application/json' } },
      status: 415,
    },
    {
      name: 'JSON',
      address: endSession,
      init: { body: '{}', headers: { 'content-type': 'application/json' } },
      status: 415,
    },
  ];
  it.each(forms)('$status: $name at $address', async ({ address, init, status }) => {
    expect((await provider.fetch(address, { method: 'POST', ...init })).status).toBe(status);
  });

  it('303: nothing at all, and what is twice is still twice', async () => {
    const empty = await provider.fetch(authorize, { method: 'POST' });
    expect([empty.status, empty.headers.get('location')]).toEqual([303, `${authorize}?`]);
    const twice = await provider.fetch(authorize, {
      method: 'POST',
      body: new URLSearchParams([
        ['state', 'a'],
        ['state', 'b\r\nx: y'],
      ]),
    });
    expect(twice.headers.get('location')).toBe(`${authorize}?state=a&state=b%0D%0Ax%3A+y`);
  });
});
