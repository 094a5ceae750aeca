import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, type Listener, listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { authorizationUrl, pkce } from '../../testing/flows.js';
import { type ReachableIdentity, startReachableIdentity } from '../../testing/identity-in-browser.js';
import { sendSignIn, signInOn } from '../../testing/person.js';

const library = readFileSync(
  fileURLToPath(new URL('../browser/oidc-client-ts.min.js', import.meta.resolve('oidc-client-ts'))),
  'utf8',
);

/** A browser application, as its authors would write it: everything else is the library's. */
const application = (authority: string, origin: string): string => `<!doctype html><title>Application</title>
<script src="/library.js"></script>
<script>
  const events = [];
  const manager = new oidc.UserManager({
    authority: '${authority}', client_id: 'demo-spa', redirect_uri: '${origin}/callback',
    silent_redirect_uri: '${origin}/silent', post_logout_redirect_uri: '${origin}/',
    scope: 'openid profile email offline_access', monitorSession: true, checkSessionIntervalInSeconds: 1,
    userStore: new oidc.WebStorageStateStore({ store: sessionStorage }),
  });
  manager.events.addUserSignedOut(() => events.push('signed out'));
  manager.events.addUserSessionChanged(() => events.push('session changed'));
  if (location.pathname === '/callback') manager.signinCallback().then(() => { document.title = 'Signed in'; });
  if (location.pathname === '/silent') manager.signinSilentCallback();
</script>`;

const silentError = 'manager.signinSilent({ forceIframeAuth: true }).catch(({ error }) => error)';

describe('oidc-client-ts in a browser', () => {
  let provider: ReachableIdentity;
  let site: Listener;
  let origin: string;
  /**
   * The same application; to the rules for cookies, its host name makes it another site than the provider's.
   */
  let elsewhereOrigin: string;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  beforeAll(async () => {
    site = await listen((request, response) => {
      const isLibrary = request.url === '/library.js';
      response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(
        isLibrary ? library : application(`${provider.origin}/auth`, `http://${request.headers.host}`),
      );
    });
    // The same site as the provider's, like an application of the same company: browsers keep cookies from
    // frames of others.
    origin = site.url;
    elsewhereOrigin = origin.replace('127.0.0.1', 'localhost');
    provider = await startReachableIdentity();
    await provider.query(
      "UPDATE clients SET redirect_uris = $1, post_logout_redirect_uris = ARRAY[$2] WHERE id = 'demo-spa'",
      [[origin, elsewhereOrigin].flatMap((at) => [`${at}/callback`, `${at}/silent`]), `${origin}/`],
    );
  });
  beforeEach(async () => {
    // A browser of its own for each test: in a single process, Chromium keeps what a frame once read of its
    // cookies.
    chromium = await launchBrowser();
    page = await (await chromium.newContext()).newPage();
    await signInAt(page, origin);
  });
  afterEach(() => chromium.close());
  afterAll(async () => {
    await provider.close();
    await site.close();
  });

  async function signInAt(page: Page, origin: string): Promise<void> {
    await page.goto(`${origin}/`);
    await page.evaluate('void manager.signinRedirect()');
    await page.waitForURL(`${provider.origin}/auth/sign-in/**`);
    await signInOn(page);
    await page.waitForFunction('document.title === "Signed in"');
  }

  const userInPage = (): Promise<{
    access_token: string;
    session_state: string;
    profile: { sid: string; email: string };
  }> => page.evaluate('manager.getUser()');

  it('signs in with PKCE, renews with the refresh token, and signs out to where it came from', async () => {
    const before = await userInPage();
    expect(before.profile.email).toBe('admin@demo.example');
    const renewed = (await page.evaluate('manager.signinSilent()')) as typeof before;
    expect(renewed.access_token).not.toBe(before.access_token);
    await page.evaluate('void manager.signoutRedirect()');
    await page.waitForURL(`${origin}/`);
    expect(await userInPage()).toBeNull();
  });

  it('renews without a refresh token in a hidden frame (prompt=none)', async () => {
    const before = await userInPage();
    const renewed = (await page.evaluate('manager.signinSilent({ forceIframeAuth: true })')) as typeof before;
    expect(renewed.access_token).not.toBe(before.access_token);
    expect(renewed.profile.sid).toBe(before.profile.sid);
  });

  it('signs in in a popup, which its opener cannot read', async () => {
    const before = await userInPage();
    const opened = page.waitForEvent('popup');
    const signedIn = page.evaluate("manager.signinPopup({ prompt: 'login' })") as Promise<typeof before>;
    const popup = await opened;
    await popup.waitForURL(`${provider.origin}/auth/sign-in/**`);
    expect(await popup.evaluate('opener')).toBeNull();
    await sendSignIn(popup);
    const { access_token, profile } = await signedIn;
    expect(access_token).not.toBe(before.access_token);
    expect(profile.email).toBe('admin@demo.example');
  });

  it('renews by itself before the access token expires', async () => {
    const { access_token } = await userInPage();
    // The library renews by default when a minute is left.
    const renewed = await page.evaluate(`new Promise(async (resolve) => {
      manager.events.addUserLoaded((user) => resolve(user.access_token));
      const user = await manager.getUser();
      user.expires_in = 61;
      await manager.events.load(user, false);
    })`);
    expect(renewed).toEqual(expect.any(String));
    expect(renewed).not.toBe(access_token);
  });

  it('on another site than the provider it renews with the refresh token alone: frames have no cookies', async () => {
    const foreign = await (await chromium.newContext()).newPage();
    await signInAt(foreign, elsewhereOrigin);
    expect(await foreign.evaluate('manager.signinSilent().then((user) => user.profile.email)')).toBe(
      'admin@demo.example',
    );
    expect(await foreign.evaluate(silentError)).toBe('login_required');
  });

  it('notices by the check-session frame that the user has signed out elsewhere, and not before', async () => {
    const answers: string[] = [];
    await page.exposeFunction('heard', (answer: string) => void answers.push(answer));
    await page.evaluate("addEventListener('message', ({ data }) => heard(data))");
    await eventually(() => expect(answers).toContain('unchanged'));
    expect(await page.evaluate('events')).toEqual([]);

    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${provider.origin}/auth/connect/endsession`);
    await elsewhere.locator('button').first().click();
    await eventually(async () => expect(await page.evaluate('events')).toContain('signed out'));
    expect(answers).not.toContain('error');
    expect(await page.evaluate(silentError)).toBe('login_required');
  });

  it('notices that the same user has signed in anew, and stays signed in', async () => {
    const { pathname, search } = authorizationUrl({
      client_id: 'demo-spa',
      redirect_uri: `${origin}/silent`,
      scope: 'openid',
      prompt: 'login',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
    });
    // The time of a sign-in is in seconds: two in the same one are the same to the frame.
    const signedInBy = Math.floor(Date.now() / 1000);
    await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(signedInBy));
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(provider.origin + pathname + search);
    await signInOn(elsewhere);
    await eventually(async () => expect(await page.evaluate('events')).toEqual(['session changed']));
  });
});
