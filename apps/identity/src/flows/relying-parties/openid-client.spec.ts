import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { Browser, locationOf } from '../../testing/browser.js';
import { signIn, user, webClient } from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { discover } from '../../testing/relying-party.js';
import { registerServiceClient } from '../../testing/service-client.js';

const BYE = 'http://localhost:9090/bye';

describe('openid-client', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
    await provider.query(`UPDATE clients SET post_logout_redirect_uris = '{${BYE}}' WHERE id = 'demo-web'`);
  });
  afterAll(() => provider.close());

  it('pushes a request, signs in, introspects, renews, revokes and signs out', async () => {
    const config = await discover(
      provider,
      webClient.client_id,
      client.ClientSecretBasic(webClient.client_secret),
    );
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: webClient.redirect_uri,
      scope: 'openid profile email offline_access resources_business_api',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const browser = new Browser(provider);
    const callback = locationOf(await signIn(browser, url)) as URL;
    const tokens = await client.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      maxAge: 300,
    });
    expect(await client.fetchUserInfo(config, tokens.access_token, user.id)).toMatchObject({
      email: user.email,
    });
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await client.tokenRevocation(config, renewed.access_token);
    expect(await client.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: false });
    await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });

    const signOut = client.buildEndSessionUrl(config, {
      id_token_hint: renewed.id_token ?? '',
      post_logout_redirect_uri: BYE,
      state: 'bye',
    });
    expect(locationOf(await browser.open(signOut))?.href).toBe(`${BYE}?state=bye`);
  });

  it('sees the end of the session: no renewal, no user info, an inactive token, and login_required', async () => {
    const config = await discover(provider);
    const browser = new Browser(provider);
    const request = { redirect_uri: webClient.redirect_uri, scope: 'openid offline_access' };
    const callback = locationOf(await signIn(browser, client.buildAuthorizationUrl(config, request))) as URL;
    const tokens = await client.authorizationCodeGrant(config, callback);
    await browser.open(client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }));

    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.fetchUserInfo(config, tokens.access_token, user.id)).rejects.toMatchObject({
      cause: [{ parameters: { error: 'invalid_token' } }],
    });
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    const silent = client.buildAuthorizationUrl(config, { ...request, prompt: 'none' });
    await expect(
      client.authorizationCodeGrant(config, locationOf(await browser.open(silent)) as URL),
    ).rejects.toMatchObject({ error: 'login_required' });
  });

  it('gets tokens for itself with a key that never leaves it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const service = await registerServiceClient(provider, 'a-service', { privateKey, publicKey });
    const config = await discover(provider, service.id, client.PrivateKeyJwt(privateKey as client.CryptoKey));
    const tokens = await client.clientCredentialsGrant(config, {
      scope: 'resources_business_api',
      resource: `${authUrl}/resources`,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'resources_business_api' });
  });
});
