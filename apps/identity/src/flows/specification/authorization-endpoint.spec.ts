import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { Browser, locationOf } from '../../testing/browser.js';
import { answerFields } from '../../testing/conformance/steps.js';
import {
  authorizationUrl,
  bodyOf,
  type Parameters,
  redeem,
  secondClient,
  signIn,
  tokensFor,
  webClient,
} from '../../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { discover } from '../../testing/relying-party.js';

/** The service specification, sentence by sentence: each title of this folder is one. */
describe('specification', () => {
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(() => provider.close());

  const authorize = async (parameters: Parameters = {}): Promise<URLSearchParams> =>
    answerFields(await signIn(browser, authorizationUrl(parameters)));
  const isSignInPage = async (parameters: Parameters): Promise<boolean> =>
    locationOf(await browser.open(authorizationUrl(parameters)))?.pathname.startsWith('/auth/sign-in/') ??
    false;
  const errorOf = async (parameters: Parameters): Promise<string | null> =>
    (await answerFields(await browser.open(authorizationUrl(parameters)))).get('error');
  const signInPage = async (parameters: Parameters): Promise<string> => {
    const address = locationOf(await browser.open(authorizationUrl(parameters)));
    return (await browser.open(String(address))).text();
  };

  describe('Authorization Endpoint: GET /auth/connect/authorize', () => {
    it('The browser is redirected here with query parameters', async () => {
      const { origin, pathname } = authorizationUrl();
      expect(origin + pathname).toBe(`${issuer}/connect/authorize`);
      const page = await signInPage({});
      expect(page).toContain('type="email"');
      expect(page).toContain('type="password"');
    });

    it('client_id is required: ID of the API Client', async () => {
      for (const client_id of [undefined, 'nobody']) {
        const response = await browser.open(authorizationUrl({ client_id }));
        expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      }
    });

    it('response_type is required: value code', async () => {
      expect(await errorOf({ response_type: undefined })).toBe('invalid_request');
      expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type');
    });

    it('redirect_uri is required: MUST match the URL configured for the API Client', async () => {
      const others = [undefined, 'https://evil.example/', secondClient.redirect_uri];
      for (const redirect_uri of [...others, `${webClient.redirect_uri}/`]) {
        const response = await browser.open(authorizationUrl({ redirect_uri }));
        expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      }
    });

    it('response_mode: only supported value is form_post', async () => {
      for (const response_mode of ['fragment', 'web_message', 'jwt'])
        expect(await errorOf({ response_mode })).toBe('unsupported_response_mode');
    });

    it('If response_mode is omitted, the response is sent as a redirect with encoded parameters', async () => {
      const location = locationOf(await signIn(browser, authorizationUrl({ state: 'a b&c=ü' })));
      expect(location?.search).toMatch(/[?&]state=a(\+|%20)b%26c%3D%C3%BC(&|$)/);
    });

    it('scope is required: one or more space-separated scopes already configured for the client', async () => {
      expect(await errorOf({ scope: undefined })).toBe('invalid_request');
      expect(await errorOf({ scope: 'openid resources_business_api.read' })).toBe('invalid_scope');
      expect((await authorize({ scope: 'openid profile email' })).has('code')).toBe(true);
    });

    it('scope: include offline_access to obtain a Refresh Token', async () => {
      for (const [scope, isIssued] of [
        ['openid', false],
        ['openid offline_access', true],
      ] as const) {
        const code = (await authorize({ scope })).get('code') ?? '';
        expect('refresh_token' in (await bodyOf<object>(redeem(provider, code)))).toBe(isIssued);
      }
    });

    it('ui_locales: space-separated RFC 5646 language tags', async () => {
      expect(await signInPage({ ui_locales: 'fr nl-BE es' })).toContain('<html lang="nl">');
    });

    const tags = ['en', 'es', 'ru', 'kk', 'nl', 'en-GB', 'es-MX', 'ru-KZ', 'kk-KZ', 'nl-BE'];
    it.each(tags)(
      'ui_locales: supported are en, es, ru, kk, nl, optionally with a region: %s',
      async (tag) => {
        const page = await signInPage({ ui_locales: tag });
        expect(page).toContain(`<html lang="${tag.slice(0, 2)}">`);
        // The region goes on to the next page: dates are written in its way.
        expect(page).toMatch(new RegExp(`/auth/forgotten-password\\?[^"]*ui_locales=${tag}["&]`));
      },
    );

    it.each(['fr de', 'rubbish', '*', 'x-nl', undefined])(
      'Unsupported locales are ignored; default is en-US: ui_locales=%s',
      async (ui_locales) => {
        const page = await signInPage({ ui_locales });
        expect(page).toContain('<html lang="en">');
        expect(page).toMatch(/\/auth\/forgotten-password\?[^"]*ui_locales=en-US["&]/);
      },
    );

    it('prompt: only supported value is login (and, beyond the specification, none and consent)', async () => {
      for (const prompt of ['select_account', 'rubbish', 'login select_account'])
        expect(await errorOf({ prompt })).toBe('invalid_request');
    });

    it('prompt=login: the user is always asked to log in even with an active session', async () => {
      await tokensFor(provider, browser);
      expect(await isSignInPage({})).toBe(false);
      expect(await isSignInPage({ prompt: 'login' })).toBe(true);
    });

    it('state is recommended: opaque string, echoed back in the response', async () => {
      for (const state of ['a b&c=ü%00', '{"to":"/work?a=1"}', 'x'.repeat(500)])
        expect((await authorize({ state })).get('state')).toBe(state);
    });

    it('nonce is echoed in the ID Token', async () => {
      const code = (await authorize({ nonce: 'a-nonce' })).get('code') ?? '';
      expect(decodeJwt((await bodyOf(redeem(provider, code))).id_token)['nonce']).toBe('a-nonce');
    });

    it('With response_mode=form_post: an HTTP POST with form fields code, state and session_state', async () => {
      const page = await signIn(browser, authorizationUrl({ response_mode: 'form_post' }));
      expect(await page.clone().text()).toContain(`<form method="post" action="${webClient.redirect_uri}">`);
      const fields = await answerFields(page);
      expect([...fields.keys()]).toEqual(expect.arrayContaining(['code', 'state', 'session_state']));
      expect((await redeem(provider, fields.get('code') ?? '')).status).toBe(200);
    });

    it.each([undefined, 'form_post'])(
      'state only if one was sent: response_mode=%s',
      async (response_mode) => {
        expect((await authorize({ response_mode, state: undefined })).has('state')).toBe(false);
      },
    );

    it('The client MUST verify that state matches: one that does takes no answer with another', async () => {
      const application = await discover(provider);
      const { redirect_uri } = webClient;
      const expectedState = client.randomState();
      const request = { redirect_uri, scope: 'openid', state: expectedState };
      const url = client.buildAuthorizationUrl(application, request);
      const callback = locationOf(await signIn(browser, url)) as URL;
      const forged = new URL(callback);
      forged.searchParams.set('state', 'of somebody else');
      await expect(
        client.authorizationCodeGrant(application, forged, { expectedState }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('"state"') } });
      const tokens = await client.authorizationCodeGrant(application, callback, { expectedState });
      expect(tokens.id_token).toBeTruthy();
    });

    it('Without response_mode: a GET redirect to redirect_uri with the query parameters code, state and session_state', async () => {
      const response = await signIn(browser, authorizationUrl());
      // 303 is followed by GET, whatever came before (RFC 9110 section 15.4.4).
      expect(response.status).toBe(303);
      const location = locationOf(response);
      expect(location?.href.startsWith(`${webClient.redirect_uri}?`)).toBe(true);
      expect([...(location?.searchParams.keys() ?? [])]).toEqual(
        expect.arrayContaining(['code', 'state', 'session_state']),
      );
    });
  });

  describe('Errors', () => {
    const answerOf = async (parameters: Parameters, of = webClient): Promise<URLSearchParams> => {
      const response = await browser.open(authorizationUrl(parameters, of));
      const where = locationOf(response)?.href ?? (await response.clone().text());
      expect(where).toContain(of.redirect_uri);
      return answerFields(response);
    };

    it('1. If the client is misconfigured, the response returns to the client’s redirect_uri', async () => {
      await provider.query("UPDATE clients SET grant_types = '{refresh_token}' WHERE id = 'demo-second'");
      const answer = await answerOf({}, secondClient);
      expect(answer.get('error')).toBe('unauthorized_client');
      expect(answer.has('code')).toBe(false);
    });

    it.each([
      ['invalid', { scope: 'rubbish' }, 'invalid_scope'],
      ['invalid', { prompt: 'rubbish', response_mode: 'form_post' }, 'invalid_request'],
      ['missing', { response_type: undefined }, 'invalid_request'],
      ['missing', { scope: undefined, response_mode: 'form_post' }, 'invalid_request'],
    ])(
      '1. If the request has invalid or missing parameters, the response returns to the client’s redirect_uri: %s, %j',
      async (_, parameters, error) => {
        expect((await answerOf(parameters)).get('error')).toBe(error);
      },
    );

    it('1. It carries an error parameter with an error code and an optional error_description parameter', async () => {
      const answer = await answerOf({ scope: 'rubbish' });
      expect(answer.get('error')).toMatch(/^[a-z_]+$/);
      expect(answer.get('error_description')).toBeTruthy();
      expect(answer.get('state')).toBe('a-state');
    });
  });

  describe('Limits', () => {
    it('ui_locales: only en, es, ru, kk, nl (with optional region) are supported', async () => {
      const metadata = await bodyOf<object>(provider.fetch(`${issuer}/.well-known/openid-configuration`));
      expect(metadata).toMatchObject({ ui_locales_supported: ['en', 'es', 'ru', 'kk', 'nl'] });
      for (const ui_locales of ['de', 'fr-CA', 'kz'])
        expect(await signInPage({ ui_locales })).toContain('<html lang="en">');
    });
  });
});
