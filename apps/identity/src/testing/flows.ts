import { createHash, randomBytes } from 'node:crypto';
import { demoPassword, demoUsers } from '@safety/demo-data';
import { Browser, locationOf } from './browser.js';
import { issuer, type Replica } from './identity-under-test.js';

export const everyScope =
  'openid profile roles email offline_access resources_accounts_api resources_business_api';

/** The demo's confidential web application. */
export const webClient = {
  client_id: 'demo-web',
  client_secret: 'demo-web-secret',
  redirect_uri: 'http://localhost:9090/callback',
};
export const secondClient = {
  client_id: 'demo-second',
  client_secret: 'demo-second-secret',
  redirect_uri: 'http://localhost:9091/callback',
};
export type WebClient = typeof webClient;

export const passwordClient = { client_id: 'demo-password', client_secret: 'demo-password-secret' };
export const user = demoUsers[0] as (typeof demoUsers)[number];
export const credentials = { email: user.email, password: demoPassword };

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
}

/** Parameters that are absent when undefined. */
export type Parameters = Record<string, string | undefined>;

const given = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The address of an authorization request of the web application, with these parameters different. */
export function authorizationUrl(
  parameters: Parameters = {},
  client: Pick<WebClient, 'client_id' | 'redirect_uri'> = webClient,
): URL {
  const url = new URL(`${issuer}/connect/authorize`);
  const { client_id, redirect_uri } = client;
  const all = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: everyScope,
    state: 'a-state',
    ...parameters,
  };
  url.search = new URLSearchParams(given(all)).toString();
  return url;
}

/**
 * Goes through the sign-in page to the answer that the client gets: a redirect, or a page that posts to it.
 */
export async function signIn(
  browser: Browser,
  url: URL,
  form: Record<string, string> = credentials,
): Promise<Response> {
  const started = await browser.open(url);
  const page = locationOf(started);
  if (!page?.pathname.startsWith('/auth/sign-in/')) return allow(browser, started);
  await browser.open(page);
  const submitted = await browser.submit(page, form);
  const next = locationOf(submitted);
  return next ? browser.follow(await allow(browser, await browser.open(next))) : submitted;
}

/** Allows what the user is asked for, if anything. */
async function allow(browser: Browser, response: Response): Promise<Response> {
  const page = locationOf(response);
  if (!page?.pathname.startsWith('/auth/consent/')) return response;
  return browser.follow(await browser.submit(page, { decision: 'allow' }));
}

/** The code of an authorization response; throws when it is none. */
export function codeOf(response: Response): string {
  const code = locationOf(response)?.searchParams.get('code');
  if (!code) throw new Error(`There is no code in ${response.status} ${response.headers.get('location')}`);
  return code;
}

export const requestToken = (
  provider: Pick<Replica, 'fetch'>,
  form: Parameters,
  headers: Record<string, string> = {},
): Promise<Response> =>
  provider.fetch(`${issuer}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams(given(form)),
    headers: { accept: 'application/json', ...headers },
  });

export const redeem = (
  provider: Pick<Replica, 'fetch'>,
  code: string,
  form: Parameters = {},
): Promise<Response> =>
  requestToken(provider, { grant_type: 'authorization_code', code, ...webClient, ...form });

export const refresh = (
  provider: Pick<Replica, 'fetch'>,
  refreshToken: string,
  form: Parameters = {},
): Promise<Response> => {
  const { client_id, client_secret } = webClient;
  return requestToken(provider, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id,
    client_secret,
    ...form,
  });
};

/** The answer of the password flow, with these fields different. */
export const grantByPassword = (
  provider: Pick<Replica, 'fetch'>,
  form: Parameters = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  requestToken(
    provider,
    {
      grant_type: 'password',
      username: credentials.email,
      password: credentials.password,
      scope: 'openid offline_access',
      ...passwordClient,
      ...form,
    },
    headers,
  );

/** The answer of the ID Token Validation Endpoint. */
export const validateIdToken = (provider: Pick<Replica, 'fetch'>, form: Parameters): Promise<Response> =>
  provider.fetch(`${issuer}/connect/identitytokenvalidation`, {
    method: 'POST',
    body: new URLSearchParams(given(form)),
  });

/** The JSON of an answer: tokens, unless said otherwise. */
export const bodyOf = async <Body = Tokens>(response: Response | Promise<Response>): Promise<Body> =>
  (await (await response).json()) as Body;

/** Status and error code of a refusal (RFC 6749 section 5.2). */
export async function refusalOf(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status } = await response;
  return [status, (await bodyOf<{ error: string }>(response)).error];
}

/** Tokens of a user who signed in at a client, and the code they came for. */
export async function tokensAndCode(
  provider: Replica,
  browser: Browser = new Browser(provider),
  client: WebClient = webClient,
  form: Record<string, string> = credentials,
): Promise<{ code: string; tokens: Tokens }> {
  const code = codeOf(await signIn(browser, authorizationUrl({}, client), form));
  const response = await redeem(provider, code, client);
  return { code, tokens: (await response.json()) as Tokens };
}

/** Tokens of a user who signed in at a client. */
export const tokensFor = async (provider: Replica, browser?: Browser, client?: WebClient): Promise<Tokens> =>
  (await tokensAndCode(provider, browser, client)).tokens;

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
