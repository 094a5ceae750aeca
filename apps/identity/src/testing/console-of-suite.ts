import { type Suite, startSuite } from '@safety/local-stack';
import { createService } from '@safety/platform';
import { IdentityModule } from '../identity.module.js';
import { identityService } from '../service-options.js';
import { ConsoleBrowser } from './console-browser.js';
import { credentials } from './flows.js';
import type { Replica } from './identity-under-test.js';
import { authUrl, type Send, sendTo } from './send.js';

/** The whole suite with the demo: the pages of companies call accounts and personnel-org. */
export interface ConsoleOfSuite extends Pick<Replica, 'fetch'> {
  suite: Suite;
  /** A browser of a user of the demo. */
  signedIn(email: string, path?: string): Promise<ConsoleBrowser>;
  /** Another process of identity, with these settings changed. It hears nothing on the bus. */
  another(changes: NodeJS.ProcessEnv): Promise<Pick<Replica, 'fetch' | 'close'>>;
  close(): Promise<void>;
}

export async function startConsoleOfSuite(): Promise<ConsoleOfSuite> {
  const env = { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'error' };
  const suite = await startSuite({ env });
  const sendThere =
    (process: string): Send =>
    async (address, init) => {
      const answer = await sendTo(process)(address, init);
      // Where these browsers believe it to be.
      for (const name of ['location', 'refresh']) {
        const next = answer.headers.get(name);
        if (next !== null) answer.headers.set(name, next.replace(suite.url, authUrl));
      }
      return answer;
    };
  const send = sendThere(suite.urls.identity);
  const signedIn = (email: string, path?: string): Promise<ConsoleBrowser> =>
    ConsoleBrowser.signedIn({ fetch: send }, { email, password: credentials.password }, path);
  const another: ConsoleOfSuite['another'] = async (changes) => {
    const settings = { ...suite.environment.identity, PORT: '0', ...changes };
    const { app } = await createService(IdentityModule, identityService, settings);
    await app.listen(0, '127.0.0.1');
    return { fetch: sendThere(await app.getUrl()), close: () => app.close() };
  };
  return { suite, fetch: send, signedIn, another, close: () => suite.stop() };
}
