import { demoPassword } from '@safety/demo-data';
import * as client from 'openid-client';
import { type Browser, formOf, inputNamed } from './browser.js';
import { type Report, tell } from './report.js';

export interface SignedIn {
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;
}

/** The authorization code flow with PKCE and form post, through the real sign-in page. */
export async function signIn(
  config: client.Configuration,
  browser: Browser,
  { redirectUri, scope, email }: { redirectUri: string; scope: string; email: string },
  report: Report,
): Promise<SignedIn> {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const authorize = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    response_mode: 'form_post',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const page = await browser.open(authorize);
  tell(report, `GET ${authorize.href}`, `${page.status} the sign-in page at ${page.url.pathname}`);
  const form = formOf(page);
  form.fields[inputNamed(page, 'email')] = email;
  form.fields[inputNamed(page, 'password')] = demoPassword;
  const answer = formOf(await browser.submit(form));
  tell(report, `POST ${form.action.pathname} ${email}, ********`, answer.fields);
  if (answer.action.href !== redirectUri)
    throw new Error(`The answer goes to ${answer.action.href}, not ${redirectUri}`);
  // openid-client reads a form post as the request that arrives at the redirect URI.
  const posted = new Request(redirectUri, { method: 'POST', body: new URLSearchParams(answer.fields) });
  const tokens = await client.authorizationCodeGrant(config, posted, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  });
  tell(report, 'POST /auth/connect/token grant_type=authorization_code', tokens);
  return { tokens };
}
