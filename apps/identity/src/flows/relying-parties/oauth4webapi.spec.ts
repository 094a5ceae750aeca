import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenAudience } from '@safety/contracts';
import * as oauth from 'oauth4webapi';
import { Browser, locationOf } from '../../testing/browser.js';
import { authorizationUrl, signIn, user, webClient } from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';

describe('oauth4webapi', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  it('signs in, finds every answer as the standards want it, and the access token as RFC 9068 does', async () => {
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: unknown) => provider.fetch(url, init as RequestInit),
    };
    const client: oauth.Client = { client_id: webClient.client_id, require_auth_time: true };
    const authenticate = oauth.ClientSecretPost(webClient.client_secret);
    const discovered = await oauth.discoveryRequest(new URL(issuer), options);
    const server = await oauth.processDiscoveryResponse(new URL(issuer), discovered);

    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const url = authorizationUrl({ state, nonce, code_challenge, code_challenge_method: 'S256' });
    const callback = locationOf(await signIn(new Browser(provider), url)) as URL;
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      parameters,
      webClient.redirect_uri,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer, options);
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(user.id);

    const request = new Request('http://localhost/courses', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, accessTokenAudience(authUrl), options);
    expect(claims).toMatchObject({ sub: user.id, client_id: webClient.client_id, scope: tokens.scope });
    const ofOthers = oauth.validateJwtAccessToken(server, request, 'https://elsewhere.example', options);
    await expect(ofOthers).rejects.toMatchObject({ cause: { claim: 'aud' } });
    const withIdToken = new Request(request, { headers: { authorization: `Bearer ${tokens.id_token}` } });
    const asAccessToken = oauth.validateJwtAccessToken(server, withIdToken, webClient.client_id, options);
    await expect(asAccessToken).rejects.toThrow('unexpected JWT "typ" header parameter value');

    const info = await oauth.userInfoRequest(server, client, tokens.access_token, options);
    expect(await oauth.processUserInfoResponse(server, client, user.id, info)).toMatchObject({
      email: user.email,
    });
    const renewal = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticate,
      tokens.refresh_token ?? '',
      options,
    );
    const renewed = await oauth.processRefreshTokenResponse(server, client, renewal);
    const asked = await oauth.introspectionRequest(
      server,
      client,
      authenticate,
      renewed.access_token,
      options,
    );
    expect(await oauth.processIntrospectionResponse(server, client, asked)).toMatchObject({ active: true });
    const revoked = await oauth.revocationRequest(
      server,
      client,
      authenticate,
      renewed.access_token,
      options,
    );
    expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
  });
});
