import { type Suite, startSuite } from '@safety/local-stack';
import { ConsoleBrowser } from './console-browser.js';
import { credentials } from './flows.js';
import { authUrl, type Replica } from './identity-under-test.js';

/** The whole suite with the demo: the pages of companies call accounts and personnel-org. */
export interface ConsoleOfSuite extends Pick<Replica, 'fetch'> {
  suite: Suite;
  /** A browser of a user of the demo. */
  signedIn(email: string, path?: string): Promise<ConsoleBrowser>;
  close(): Promise<void>;
}

export async function startConsoleOfSuite(): Promise<ConsoleOfSuite> {
  const env = { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'error' };
  const suite = await startSuite({ env });
  const send = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address, authUrl);
    const answer = await fetch(suite.urls.identity + pathname + search, { redirect: 'manual', ...init });
    const { status } = answer;
    const headers = new Headers(answer.headers);
    // Where these browsers believe it to be.
    for (const name of ['location', 'refresh']) {
      const next = headers.get(name);
      if (next !== null) headers.set(name, next.replace(suite.url, authUrl));
    }
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  };
  const signedIn = (email: string, path?: string): Promise<ConsoleBrowser> =>
    ConsoleBrowser.signedIn({ fetch: send }, { email, password: credentials.password }, path);
  return { suite, fetch: send, signedIn, close: () => suite.stop() };
}
