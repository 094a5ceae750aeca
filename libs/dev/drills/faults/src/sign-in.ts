import { demoPassword, demoScopes } from '@safety/demo-data';
import { Browser, formOf, inputNamed } from '@safety/demo-journey';
import { clientFor, sendAs, type Tokens } from './client.js';

/** The tokens that a web application got for somebody in a browser. */
export interface SignedIn {
  tokens: Tokens;
  /** Signs out at the application, as a browser does it. Throws when that is not done. */
  signOut(): Promise<void>;
}

/**
 * Signs a user in with a browser's requests, at the demo's web application. Throws when a step is not
 * answered.
 */
export async function signIn(suiteUrl: string, email: string): Promise<SignedIn> {
  const application = clientFor('authorization_code');
  const [redirectUri = ''] = application.redirectUris;
  const browser = new Browser();
  const authorize = new URL(`${suiteUrl}/auth/connect/authorize`);
  authorize.search = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: demoScopes.join(' '),
    state: 'a-state',
  }).toString();
  const page = await browser.open(authorize);
  const { action, fields } = formOf(page);
  fields[inputNamed(page, 'email')] = email;
  fields[inputNamed(page, 'password')] = demoPassword;
  const form = { method: 'POST', body: new URLSearchParams(fields) };
  const answer = await browser.open(action, form, redirectUri);
  const code = answer.url.searchParams.get('code') ?? '';
  const { status, body } = await sendAs(application, `${suiteUrl}/auth/connect/token`, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  });
  if (status !== 200) throw new Error(`The code was answered ${status}`);
  const tokens = body as Tokens & { id_token: string };
  const signOut = async (): Promise<void> => {
    const end = await browser.open(
      new URL(`${suiteUrl}/auth/connect/endsession?id_token_hint=${tokens.id_token}`),
    );
    if (end.status >= 400) throw new Error(`The sign-out was answered ${end.status}`);
  };
  return { tokens, signOut };
}
