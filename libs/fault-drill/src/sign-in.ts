import { demoClients, demoPassword, demoScopes } from '@safety/demo-data';
import type { Tokens } from './client.js';

/** A browser at the provider, and the tokens that a web application got for it. */
export interface SignedIn {
  tokens: Tokens & { id_token: string };
  /** Signs out at the application, as a browser does it; throws when that is not done. */
  signOut(): Promise<void>;
}

/** Signs a user in with a browser's requests, at the demo's web application. Throws when a step is not answered. */
export async function signIn(suiteUrl: string, email: string): Promise<SignedIn> {
  const browser = new Browser(suiteUrl);
  const { clientId, secret, redirectUris } = webApplication();
  const redirectUri = redirectUris[0] ?? '';
  const started = await browser.open(
    `/auth/connect/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: demoScopes.join(' '),
      state: 'a-state',
    })}`,
  );
  let answer = await browser.open(started.location, { email, password: demoPassword });
  while (answer.location !== '' && !answer.location.startsWith(redirectUri))
    answer = await browser.open(answer.location);
  const code = new URL(answer.location).searchParams.get('code') ?? '';
  const exchanged = await browser.open('/auth/connect/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: secret ?? '',
    redirect_uri: redirectUri,
    code,
  });
  const tokens = JSON.parse(exchanged.body) as SignedIn['tokens'];
  const hint = new URLSearchParams({ id_token_hint: tokens.id_token });
  return { tokens, signOut: async () => void (await browser.open(`/auth/connect/endsession?${hint}`)) };
}

interface Answer {
  location: string;
  body: string;
}

const PATIENCE_MS = 12_000;

/** What a browser remembers between two requests. */
class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  /** Sends a request, with a form when there is one. Throws when it is answered with an error. */
  async open(address: string, form?: Record<string, string>): Promise<Answer> {
    const response = await fetch(new URL(address, this.origin), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form ? new URLSearchParams(form) : null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body = await response.text();
    if (response.status >= 400) throw new Error(`${address.split('?')[0]} answered ${response.status}`);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return { location: response.headers.get('location') ?? '', body };
  }
}

function webApplication() {
  const client = demoClients.find(({ grantTypes }) => grantTypes.includes('authorization_code'));
  if (!client) throw new Error('There is no demo client with a sign-in page');
  return client;
}
