import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Listener, listen } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import express, { type Express } from 'express';
import session from 'express-session';
import passport from 'passport';
import { type Profile, Strategy, type VerifyCallback } from 'passport-openidconnect';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { signInOn } from '../testing/person.js';

const SECRET = 'a secret of the application, for its own cookies';
const web = { clientID: 'demo-web', clientSecret: 'demo-web-secret' };

/** An application on express with passport-openidconnect; it builds its sign-out address itself, as its documentation says. */
async function passportApplication(issuer: string, origin: string): Promise<Express> {
  const strategies = new passport.Passport();
  const strategy = new Strategy(
    {
      ...web,
      issuer,
      authorizationURL: `${issuer}/connect/authorize`,
      tokenURL: `${issuer}/connect/token`,
      userInfoURL: `${issuer}/connect/userinfo`,
      callbackURL: `${origin}/callback`,
      scope: ['profile', 'email'],
    },
    (_issuer: string, profile: Profile, _context: object, idToken: string | object, done: VerifyCallback) =>
      done(null, { name: profile.displayName, idToken }),
  );
  strategies.use('oidc', strategy as passport.Strategy);
  strategies.serializeUser((user, done) => done(null, user));
  strategies.deserializeUser((user: object, done) => done(null, user));
  const app = express();
  app.use(session({ secret: SECRET, resave: false, saveUninitialized: false }));
  app.use(strategies.session());
  app.get('/login', strategies.authenticate('oidc'));
  app.get('/callback', strategies.authenticate('oidc', { successRedirect: '/profile', failWithError: true }));
  app.get('/profile', (request, response) => void response.send((request.user as { name: string }).name));
  app.get('/logout', (request, response) => {
    const { idToken } = request.user as { idToken: string };
    const parameters = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: `${origin}/`,
    });
    request.logout(() => response.redirect(`${issuer}/connect/endsession?${parameters}`));
  });
  app.get('/', (request, response) => void response.send(request.user ? 'signed in' : 'signed out'));
  return app;
}

/** An application with express-openid-connect, which does all of that by itself. */
async function openidConnectApplication(issuer: string, origin: string): Promise<Express> {
  // Jest cannot require what it is still importing for the provider.
  const { auth, requiresAuth } = await import('express-openid-connect');
  const app = express();
  app.use(
    auth({
      ...web,
      issuerBaseURL: issuer,
      baseURL: origin,
      secret: SECRET,
      authRequired: false,
      idpLogout: true,
      authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    }),
  );
  app.get('/profile', requiresAuth(), (request, response) => void response.send(request.oidc.user?.['name']));
  app.get(
    '/',
    (request, response) => void response.send(request.oidc.isAuthenticated() ? 'signed in' : 'signed out'),
  );
  return app;
}

const applications = [
  { name: 'passport-openidconnect', application: passportApplication },
  { name: 'express-openid-connect', application: openidConnectApplication },
];

describe.each(applications)('$name', ({ application }) => {
  let provider: ReachableIdentity;
  let site: Listener;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;
  beforeAll(async () => {
    chromium = await launchBrowser();
    provider = await startReachableIdentity();
    let app: Express | undefined;
    site = await listen((request, response) => app?.(request, response));
    app = await application(`${provider.origin}/auth`, site.url);
    await provider.query(
      "UPDATE clients SET redirect_uris = ARRAY[$1], post_logout_redirect_uris = ARRAY[$2, $3] WHERE id = 'demo-web'",
      [`${site.url}/callback`, `${site.url}/`, site.url],
    );
  });
  beforeEach(async () => {
    page = await (await chromium.newContext()).newPage();
  });
  afterAll(async () => {
    await chromium.close();
    await site.close();
    await provider.close();
  });

  it('signs in, shows who it is, and signs out here and there', async () => {
    await page.goto(`${site.url}/login`);
    await signInOn(page);
    await page.goto(`${site.url}/profile`);
    expect(await page.textContent('body')).toBe('Ada Admin');
    await page.goto(`${site.url}/logout`);
    expect([page.url(), await page.textContent('body')]).toEqual([`${site.url}/`, 'signed out']);
    await page.goto(`${site.url}/login`);
    expect(new URL(page.url()).origin).toBe(provider.origin);
  });
});
