import { expect } from '@jest/globals';
import {
  authorizationUrl,
  pkce,
  redeem,
  refresh,
  requestToken,
  secondClient,
  signIn,
  user,
  webClient,
} from '../flows.js';
import { issuer } from '../identity-under-test.js';
import { applies, type Bench, doesNotApply, type Module } from './module.js';
import { answerFields, authorize, bearer, claimsOf, isAsked, tokensOf, userinfo } from './steps.js';

const signedIn = async (bench: Bench, more: Record<string, string>): Promise<void> => {
  expect((await tokensOf(bench, more)).claims.sub).toBe(user.id);
};
const scopeGives =
  (scope: string, ...claims: string[]) =>
  async (bench: Bench): Promise<void> => {
    const info = await userinfo(bench, bearer(await tokensOf(bench, { scope: `openid ${scope}` })));
    expect(Object.keys(info)).toEqual(expect.arrayContaining(claims));
  };
const noSuchScope = 'discovery does not offer the scope: there are no such claims';

/** Modules of the basic plan; the form_post plan has the same, with response_mode=form_post. */
export const basicModules: readonly Module[] = [
  applies('oidcc-server', async (bench) => {
    const tokens = await tokensOf(bench);
    expect(tokens.claims).toMatchObject({ sub: user.id, nonce: 'a-nonce', auth_time: expect.any(Number) });
    expect((await userinfo(bench, bearer(tokens)))['sub']).toBe(user.id);
  }),
  applies('oidcc-response-type-missing', async (bench) => {
    const answer = await authorize(bench, { response_type: undefined });
    expect(answer.get('error')).toBe('invalid_request');
  }),
  applies('oidcc-idtoken-signature', async (bench) => {
    await claimsOf(bench, (await tokensOf(bench)).id_token);
  }),
  applies('oidcc-userinfo-get', async (bench) => {
    expect((await userinfo(bench, bearer(await tokensOf(bench))))['sub']).toBe(user.id);
  }),
  applies('oidcc-userinfo-post-header', async (bench) => {
    expect((await userinfo(bench, { method: 'POST', ...bearer(await tokensOf(bench)) }))['sub']).toBe(
      user.id,
    );
  }),
  applies('oidcc-userinfo-post-body', async (bench) => {
    const { access_token } = await tokensOf(bench);
    const info = await userinfo(bench, { method: 'POST', body: new URLSearchParams({ access_token }) });
    expect(info['sub']).toBe(user.id);
  }),
  applies('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async (bench) => {
    const code = (await authorize(bench)).get('code') ?? '';
    const { id_token } = (await (await redeem(bench.provider, code)).json()) as { id_token: string };
    expect(await claimsOf(bench, id_token)).not.toHaveProperty('nonce');
  }),
  applies('oidcc-scope-profile', scopeGives('profile', 'family_name')),
  applies('oidcc-scope-email', scopeGives('email', 'email', 'email_verified')),
  doesNotApply('oidcc-scope-address', noSuchScope),
  doesNotApply('oidcc-scope-phone', noSuchScope),
  doesNotApply('oidcc-scope-all', 'discovery does not offer address and phone, for which it asks too'),
  applies('oidcc-ensure-other-scope-order-succeeds', (bench) =>
    signedIn(bench, { scope: 'email profile openid' }),
  ),
  applies('oidcc-alternate-happy-flow', (bench) => signedIn(bench, { state: `${'x'.repeat(128)}~._-` })),
  applies('oidcc-display-page', (bench) => signedIn(bench, { display: 'page' })),
  applies('oidcc-display-popup', (bench) => signedIn(bench, { display: 'popup' })),
  applies('oidcc-prompt-login', async (bench) => {
    const first = await tokensOf(bench);
    expect(await isAsked(bench, { prompt: 'login' })).toBe(true);
    const second = await tokensOf(bench, { prompt: 'login' });
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(Number(second.claims['auth_time'])).toBeGreaterThanOrEqual(Number(first.claims['auth_time']));
  }),
  applies('oidcc-prompt-none-not-logged-in', async (bench) => {
    expect((await authorize(bench, { prompt: 'none' })).get('error')).toBe('login_required');
  }),
  applies('oidcc-prompt-none-logged-in', async (bench) => {
    const first = await tokensOf(bench);
    const second = await tokensOf(bench, { prompt: 'none' });
    expect(second.claims).toMatchObject({ sub: first.claims.sub, auth_time: first.claims['auth_time'] });
  }),
  applies('oidcc-max-age-1', async (bench) => {
    await tokensOf(bench);
    // As if the second that the module waits were over.
    await bench.provider.query(
      `UPDATE sessions SET payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 5))::json
       WHERE user_id IS NOT NULL`,
    );
    expect(await isAsked(bench, { max_age: '1' })).toBe(true);
    expect((await tokensOf(bench, { max_age: '1' })).claims).toHaveProperty('auth_time');
  }),
  applies('oidcc-max-age-10000', async (bench) => {
    const first = await tokensOf(bench);
    expect((await tokensOf(bench, { max_age: '10000' })).claims['auth_time']).toBe(first.claims['auth_time']);
  }),
  applies('oidcc-ensure-request-with-unknown-parameter-succeeds', (bench) =>
    signedIn(bench, { extra: 'foobar' }),
  ),
  applies('oidcc-id-token-hint', async (bench) => {
    const { id_token, claims } = await tokensOf(bench);
    const again = await tokensOf(bench, { prompt: 'none', id_token_hint: id_token });
    expect(again.claims.sub).toBe(claims.sub);
  }),
  applies('oidcc-login-hint', (bench) => signedIn(bench, { login_hint: user.email })),
  applies('oidcc-ui-locales', (bench) => signedIn(bench, { ui_locales: 'se kk en' })),
  applies('oidcc-claims-locales', (bench) => signedIn(bench, { claims_locales: 'se' })),
  applies('oidcc-ensure-request-with-acr-values-succeeds', (bench) => signedIn(bench, { acr_values: '1 2' })),
  applies('oidcc-codereuse', async (bench) => {
    const { code } = await tokensOf(bench);
    const again = await redeem(bench.provider, code);
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }),
  applies('oidcc-codereuse-30seconds', async (bench) => {
    const tokens = await tokensOf(bench);
    await redeem(bench.provider, tokens.code);
    const response = await bench.provider.fetch(`${issuer}/connect/userinfo`, bearer(tokens));
    expect(response.status).toBe(401);
  }),
  applies('oidcc-ensure-registered-redirect-uri', async ({ browser, parameters }) => {
    const response = await browser.open(
      authorizationUrl({ ...parameters, redirect_uri: `${webClient.redirect_uri}x` }),
    );
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }),
  applies('oidcc-ensure-post-request-succeeds', async ({ browser, parameters }) => {
    const form = Object.fromEntries(authorizationUrl(parameters).searchParams);
    const sentOn = await browser.submit(`${issuer}/connect/authorize`, form);
    const answer = await answerFields(await signIn(browser, new URL(sentOn.headers.get('location') ?? '')));
    expect(answer.get('code')).toBeTruthy();
  }),
  applies('oidcc-server-client-secret-post', async (bench) => {
    const code = (await authorize(bench)).get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, ...webClient };
    expect((await requestToken(bench.provider, form)).status).toBe(200);
  }),
  applies('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async (bench) => {
    // As the suite sends it: what the plan asks for stands in the object alone.
    const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const { parameters } = bench;
    const request = `${part({ alg: 'none' })}.${part({ ...parameters, iss: 'demo-web', aud: issuer })}.`;
    const response = await bench.browser.open(authorizationUrl({ request, state: undefined }));
    const posted = parameters['response_mode'] === 'form_post';
    expect(response.headers.has('location')).toBe(!posted);
    expect((await answerFields(response)).get('error')).toBe('request_not_supported');
  }),
  applies('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async (bench) => {
    const answer = await authorize(bench, { request_uri: 'https://client.example/request' });
    expect(answer.get('error')).toBe('request_uri_not_supported');
  }),
  doesNotApply(
    'oidcc-ensure-request-object-with-redirect-uri',
    'request objects are not supported, and discovery says so',
  ),
  doesNotApply(
    'oidcc-idtoken-unsigned',
    'ID tokens are always signed; a client cannot register for alg none',
  ),
  doesNotApply('oidcc-claims-essential', 'the claims parameter is not supported, and discovery says so'),
  applies('oidcc-refresh-token', async (bench) => {
    // The suite asks for consent with offline_access (OIDC Core section 11).
    const { refresh_token, claims } = await tokensOf(bench, { prompt: 'consent' });
    // And whether the token of one client is good for another.
    const { client_id, client_secret } = secondClient;
    const stolen = await refresh(bench.provider, refresh_token, { client_id, client_secret });
    expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' });
    const renewed = (await (await refresh(bench.provider, refresh_token)).json()) as { id_token: string };
    const { sub, aud, iss, auth_time } = await claimsOf(bench, renewed.id_token);
    expect({ sub, aud, iss, auth_time }).toEqual({
      sub: claims.sub,
      aud: claims.aud,
      iss: claims.iss,
      auth_time: claims['auth_time'],
    });
  }),
  applies('oidcc-ensure-request-with-valid-pkce-succeeds', async (bench) => {
    const { verifier, challenge } = pkce();
    const answer = await authorize(bench, { code_challenge: challenge, code_challenge_method: 'S256' });
    const response = await redeem(bench.provider, answer.get('code') ?? '', { code_verifier: verifier });
    expect(response.status).toBe(200);
  }),
];
