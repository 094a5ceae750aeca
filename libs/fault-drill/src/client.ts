import { demoClients, demoPassword, demoScopes } from '@safety/demo-data';

/** Longer than the gateway lets a request take: what is not answered by then hangs. */
const PATIENCE_MS = 12_000;

/** What came of a request; `status` is 0 when there was no answer. */
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

/** Asks for tokens at the token endpoint. */
export const requestTokens = (suiteUrl: string, email: string): Promise<Outcome> => {
  const { clientId, secret } = passwordClient();
  return post(`${suiteUrl}/auth/connect/token`, {
    grant_type: 'password',
    client_id: clientId,
    client_secret: secret,
    username: email,
    password: demoPassword,
    scope: demoScopes.join(' '),
  });
};

/** Exchanges a refresh token for new tokens. */
export const renew = (suiteUrl: string, { refresh_token }: Tokens): Promise<Outcome> => {
  const { clientId, secret } = passwordClient();
  return post(`${suiteUrl}/auth/connect/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: secret,
    refresh_token,
  });
};

/** Ends the grant of a refresh token (RFC 7009): its access tokens must be refused soon. */
export const revoke = (suiteUrl: string, { refresh_token }: Tokens): Promise<Outcome> => {
  const { clientId, secret } = passwordClient();
  return post(`${suiteUrl}/auth/connect/revocation`, {
    token: refresh_token,
    client_id: clientId,
    client_secret: secret,
  });
};

const post = (url: string, form: Record<string, string>): Promise<Outcome> =>
  ask(url, { method: 'POST', body: new URLSearchParams(form) });

function passwordClient(): { clientId: string; secret: string } {
  const client = demoClients.find(({ grantTypes }) => (grantTypes as readonly string[]).includes('password'));
  if (!client?.secret) throw new Error('There is no demo client with the password grant');
  return { clientId: client.clientId, secret: client.secret };
}

/** Tokens of a user. Throws when the token endpoint refuses. */
export async function tokensOf(suiteUrl: string, email: string): Promise<Tokens> {
  const { status, body } = await requestTokens(suiteUrl, email);
  if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${JSON.stringify(body)}`);
  return body as Tokens;
}
