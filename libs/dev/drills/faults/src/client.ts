import { type DemoClient, demoClients, demoPassword, demoScopes } from '@safety/demo-data';

/** Long after the gateway gives a request up: what is not answered by then hangs. */
export const PATIENCE_MS = 60_000;

/** The outcome of a request; `status` is 0 when there was no answer. */
export interface Outcome {
  status: number;
  retryAfter: string | null;
  body: unknown;
  tookMs: number;
}

/** Sends a request and never throws. */
export async function ask(url: string, init: RequestInit = {}): Promise<Outcome> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: isJson ? JSON.parse(text) : text,
      tookMs: tookMs(),
    };
  } catch {
    return { status: 0, retryAfter: null, body: undefined, tookMs: tookMs() };
  }
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The demo client that may do what is named. */
export function clientFor(grantType: DemoClient['grantTypes'][number]): DemoClient {
  const client = demoClients.find(({ grantTypes }) => grantTypes.includes(grantType));
  if (!client) throw new Error(`There is no demo client for ${grantType}`);
  return client;
}

/** Sends a form to an endpoint of the provider, as a client. */
export const sendAs = (
  { clientId, secret }: DemoClient,
  address: string,
  form: Record<string, string>,
): Promise<Outcome> => {
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: secret ?? '' });
  return ask(address, { method: 'POST', body });
};

/** Tokens of a user. Throws when the token endpoint refuses. */
export async function tokensOf(suiteUrl: string, email: string): Promise<Tokens> {
  const { status, body } = await sendAs(clientFor('password'), `${suiteUrl}/auth/connect/token`, {
    grant_type: 'password',
    username: email,
    password: demoPassword,
    scope: demoScopes.join(' '),
  });
  if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${JSON.stringify(body)}`);
  return body as Tokens;
}

/** Exchanges a refresh token for new tokens. */
export const renew = (suiteUrl: string, { refresh_token }: Tokens): Promise<Outcome> =>
  sendAs(clientFor('password'), `${suiteUrl}/auth/connect/token`, {
    grant_type: 'refresh_token',
    refresh_token,
  });

/** Ends the grant of a refresh token (RFC 7009): its access tokens must be refused soon. */
export const revoke = (suiteUrl: string, { refresh_token }: Tokens): Promise<Outcome> =>
  sendAs(clientFor('password'), `${suiteUrl}/auth/connect/revocation`, { token: refresh_token });
