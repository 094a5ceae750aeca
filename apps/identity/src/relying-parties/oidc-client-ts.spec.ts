import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, type Listener, listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { signInOn } from '../testing/person.js';

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

describe('oidc-client-ts in a browser', () => {
  let provider: ReachableIdentity;
  let site: Listener;
  let origin: string;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  beforeAll(async () => {
    site = await listen((request, response) => {
      const isLibrary = request.url === '/library.js';
      response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? library : application(`${provider.origin}/auth`, origin));
    });
    // The same site as the provider's, like an application of the same company: browsers keep cookies from frames of others.
    origin = site.url;
    provider = await startReachableIdentity();
    await provider.query(
      "UPDATE clients SET redirect_uris = ARRAY[$1, $2], post_logout_redirect_uris = ARRAY[$3] WHERE id = 'demo-spa'",
      [`${origin}/callback`, `${origin}/silent`, `${origin}/`],
    );
  });
  beforeEach(async () => {
    // A browser of its own for each test: in a single process, Chromium keeps what a frame once read of its cookies.
    chromium = await launchBrowser();
    page = await (await chromium.newContext()).newPage();
    await page.goto(`${origin}/`);
    await page.evaluate('void manager.signinRedirect()');
    await page.waitForURL(`${provider.origin}/auth/sign-in/**`);
    await signInOn(page);
    await page.waitForFunction('document.title === "Signed in"');
  });
  afterEach(() => chromium.close());
  afterAll(async () => {
    await provider.close();
    await site.close();
  });

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
    await page.evaluate(
      'manager.getUser().then((user) => { delete user.refresh_token; return manager.storeUser(user); })',
    );
    const renewed = (await page.evaluate('manager.signinSilent()')) as typeof before;
    expect(renewed.access_token).not.toBe(before.access_token);
    expect(renewed.profile.sid).toBe(before.profile.sid);
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
  });
});
