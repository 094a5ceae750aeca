import type { RequestListener } from 'node:http';
import { listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { type ReachableIdentity, startReachableIdentity } from './identity-in-browser.js';
import { signInOn } from './person.js';

/** The secret by which an application signs its own cookies. */
export const COOKIE_SECRET = 'a secret of the application, for its own cookies';

/** A web application at an address of its own, the provider it is registered at, and people with browsers. */
export interface WebApplication {
  /** Where the application is, without a final slash. */
  origin: string;
  issuer: string;
  /** A person who has never been here. */
  newPage(): Promise<Page>;
  /** Signs in at `/login`, in the browser of a page. */
  signIn(page: Page): Promise<void>;
  /** Opens a path of the application and reads what is there. */
  read(page: Page, path: string): Promise<string | null>;
  /** Signs out at the provider, in another tab: the application has no part in it. */
  signOutElsewhere(page: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs what `build` makes as the client `demo-web`, whose answers go to `/callback`. `logoutUri` and
 * `backchannelLogoutUri` are the paths where it wants to hear of the end of a session.
 */
export async function startWebApplication(
  build: (issuer: string, origin: string) => RequestListener | Promise<RequestListener>,
  paths: { logoutUri?: string; backchannelLogoutUri?: string },
): Promise<WebApplication> {
  let application: RequestListener | undefined;
  const site = await listen((request, response) => application?.(request, response));
  const origin = site.url;
  const [provider, chromium] = await Promise.all([
    startReachableIdentity({ LOGOUT_ALLOWED_HOSTS: new URL(origin).host }),
    launchBrowser(),
  ]);
  await register(provider, origin, paths);
  const issuer = `${provider.origin}/auth`;
  application = await build(issuer, origin);

  const read = async (page: Page, path: string): Promise<string | null> => {
    await page.goto(origin + path);
    return page.textContent('body');
  };
  return {
    origin,
    issuer,
    read,
    newPage: async () => (await chromium.newContext()).newPage(),
    signIn: async (page) => {
      await page.goto(`${origin}/login`);
      await signInOn(page);
      await page.waitForURL(`${origin}/**`);
    },
    signOutElsewhere: async (page) => {
      const elsewhere = await page.context().newPage();
      await elsewhere.goto(`${issuer}/connect/endsession`);
      await elsewhere.locator('button').first().click();
      await elsewhere.waitForURL(`${issuer}/connect/endsession/success`);
    },
    close: async () => {
      await chromium.close();
      await site.close();
      await provider.close();
    },
  };
}

async function register(
  provider: ReachableIdentity,
  origin: string,
  { logoutUri, backchannelLogoutUri }: { logoutUri?: string; backchannelLogoutUri?: string },
): Promise<void> {
  await provider.query(
    `UPDATE clients SET redirect_uris = ARRAY[$1], post_logout_redirect_uris = ARRAY[$2, $3], logout_uri = $4,
       backchannel_logout_uri = $5 WHERE id = 'demo-web'`,
    [
      `${origin}/callback`,
      `${origin}/`,
      origin,
      logoutUri ? origin + logoutUri : null,
      backchannelLogoutUri ? origin + backchannelLogoutUri : null,
    ],
  );
}
