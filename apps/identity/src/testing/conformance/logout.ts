import { expect } from '@jest/globals';
import { locationOf } from '../browser.js';
import { idTokenSigner } from '../id-token-signer.js';
import { issuer } from '../identity-under-test.js';
import { applies, type Bench, type Module } from './module.js';
import { claimsOf, isAsked, metadata, tokensOf } from './steps.js';

/** Registered by the spec for the client of the plans. */
export const postLogoutRedirectUri = 'http://localhost:9090/bye';

const endSession = ({ browser }: Bench, parameters: Record<string, string>): Promise<Response> =>
  browser.open(`${issuer}/connect/endsession?${new URLSearchParams(parameters)}`);
const isSignedIn = async (bench: Bench): Promise<boolean> => !(await isAsked(bench, {}));
const hintOf = async (bench: Bench): Promise<{ id_token_hint: string }> => ({
  id_token_hint: (await tokensOf(bench)).id_token,
});
const back = { post_logout_redirect_uri: postLogoutRedirectUri };

/** The user is asked, or told: never sent away, never signed out unasked. */
const staysHere = async (bench: Bench, parameters: Record<string, string>): Promise<void> => {
  const response = await endSession(bench, parameters);
  expect(response.headers.get('location')).toBeNull();
  expect(await isSignedIn(bench)).toBe(true);
};
const signedOutHere = async (bench: Bench, parameters: Record<string, string>): Promise<void> => {
  const page = await bench.browser.follow(
    await endSession(bench, { ...(await hintOf(bench)), ...parameters }),
  );
  expect(await page.text()).toContain('You are signed out');
  expect(await isSignedIn(bench)).toBe(false);
};

export const rpInitiatedModules: readonly Module[] = [
  applies('oidcc-rp-initiated-logout-discovery-endpoint-verification', async (bench) => {
    expect((await metadata(bench))['end_session_endpoint']).toBe(`${issuer}/connect/endsession`);
  }),
  applies('oidcc-rp-initiated-logout', async (bench) => {
    const response = await endSession(bench, { ...(await hintOf(bench)), ...back, state: 'a-state' });
    expect(locationOf(response)?.href).toBe(`${postLogoutRedirectUri}?state=a-state`);
    expect(await isSignedIn(bench)).toBe(false);
  }),
  applies('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', async (bench) =>
    staysHere(bench, { ...(await hintOf(bench)), post_logout_redirect_uri: 'https://evil.example/' }),
  ),
  applies('oidcc-rp-initiated-logout-modified-id-token-hint', async (bench) => {
    const { id_token_hint } = await hintOf(bench);
    await staysHere(bench, { id_token_hint: `${id_token_hint.slice(0, -6)}AAAAAA`, ...back });
  }),
  applies('oidcc-rp-initiated-logout-bad-id-token-hint', async (bench) => {
    await tokensOf(bench);
    const sign = await idTokenSigner(bench.provider);
    await staysHere(bench, { id_token_hint: await sign({ sid: 'another' }), ...back });
  }),
  applies('oidcc-rp-initiated-logout-no-id-token-hint', async (bench) => {
    await tokensOf(bench);
    await staysHere(bench, { ...back, state: 'a-state' });
  }),
  applies('oidcc-rp-initiated-logout-no-params', async (bench) => {
    await tokensOf(bench);
    await staysHere(bench, {});
  }),
  applies('oidcc-rp-initiated-logout-no-post-logout-redirect-uri', (bench) =>
    signedOutHere(bench, { state: 'a-state' }),
  ),
  applies('oidcc-rp-initiated-logout-no-state', async (bench) => {
    const response = await endSession(bench, { ...(await hintOf(bench)), ...back });
    expect(locationOf(response)?.href).toBe(postLogoutRedirectUri);
  }),
  applies('oidcc-rp-initiated-logout-only-state', async (bench) => {
    await tokensOf(bench);
    await staysHere(bench, { state: 'a-state' });
  }),
  applies('oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', async (bench) =>
    staysHere(bench, {
      ...(await hintOf(bench)),
      post_logout_redirect_uri: `${postLogoutRedirectUri}?extra=1`,
    }),
  ),
];

export const backChannelModules: readonly Module[] = [
  applies('oidcc-backchannel-logout-discovery-endpoint-verification', async (bench) => {
    expect(await metadata(bench)).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  }),
  applies('oidcc-backchannel-rp-initiated-logout', async (bench) => {
    const { id_token, claims } = await tokensOf(bench);
    const told = bench.receiver.nextForm();
    await endSession(bench, { id_token_hint: id_token });
    const logout = await claimsOf(bench, (await told).get('logout_token') ?? '');
    expect(logout).toMatchObject({ iss: issuer, aud: 'demo-web', sub: claims.sub, sid: claims['sid'] });
    expect(logout).not.toHaveProperty('nonce');
  }),
];
