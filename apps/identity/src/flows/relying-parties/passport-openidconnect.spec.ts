import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import express, { type Express } from 'express';
import session from 'express-session';
import { decodeJwt } from 'jose';
import passport from 'passport';
import { type Profile, Strategy, type VerifyCallback } from 'passport-openidconnect';
import { webClient } from '../../testing/flows.js';
import { COOKIE_SECRET, startWebApplication, type WebApplication } from '../../testing/web-application.js';

interface SignedIn {
  name: string;
  idToken: string;
}

/**
 * An application on express with the strategy. It signs out, and hears of sign-outs, itself: the strategy
 * does neither.
 */
function application(issuer: string, origin: string): Express {
  const strategies = new passport.Passport();
  const strategy = new Strategy(
    {
      clientID: webClient.client_id,
      clientSecret: webClient.client_secret,
      issuer,
      authorizationURL: `${issuer}/connect/authorize`,
      tokenURL: `${issuer}/connect/token`,
      userInfoURL: `${issuer}/connect/userinfo`,
      callbackURL: `${origin}/callback`,
      scope: ['profile', 'email'],
      // Its value is not used: the strategy makes a new one for each request.
      nonce: 'wanted',
    },
    (_issuer: string, profile: Profile, _context: object, idToken: string | object, done: VerifyCallback) =>
      done(null, { name: profile.displayName, idToken }),
  );
  strategies.use('oidc', strategy as passport.Strategy);
  strategies.serializeUser((user, done) => done(null, user));
  strategies.deserializeUser((user: object, done) => done(null, user));

  const endedSessions = new Set<unknown>();
  const app = express();
  app.get('/single-logout', (request, response) => {
    endedSessions.add(request.query['sid']);
    response.sendStatus(204);
  });
  app.use(session({ secret: COOKIE_SECRET, resave: false, saveUninitialized: false }));
  app.use(strategies.session());
  app.use((request, _response, next) => {
    const { idToken } = (request.user ?? {}) as Partial<SignedIn>;
    if (idToken !== undefined && endedSessions.has(decodeJwt(idToken)['sid'])) request.logout(next);
    else next();
  });
  app.get('/login', strategies.authenticate('oidc'));
  app.get('/callback', strategies.authenticate('oidc', { successRedirect: '/profile', failWithError: true }));
  app.get('/profile', (request, response) => void response.send((request.user as SignedIn).name));
  app.get('/logout', (request, response) => {
    const parameters = new URLSearchParams({
      id_token_hint: (request.user as SignedIn).idToken,
      post_logout_redirect_uri: `${origin}/`,
    });
    request.logout(() => response.redirect(`${issuer}/connect/endsession?${parameters}`));
  });
  app.get('/', (request, response) => void response.send(request.user ? 'signed in' : 'signed out'));
  return app;
}

describe('passport-openidconnect', () => {
  let web: WebApplication;
  beforeAll(async () => {
    web = await startWebApplication(application, { logoutUri: '/single-logout' });
  });
  afterAll(() => web.close());

  it('signs in, shows who it is, and signs out here and there', async () => {
    const page = await web.newPage();
    await web.signIn(page);
    expect(await web.read(page, '/profile')).toBe('Ada Admin');
    expect([await web.read(page, '/logout'), page.url()]).toEqual(['signed out', `${web.origin}/`]);
    await page.goto(`${web.origin}/login`);
    expect(page.url()).toContain('/auth/sign-in/');
  });

  it('is told at its Logout Uri of a sign-out elsewhere, and of which session', async () => {
    const [page, other] = [await web.newPage(), await web.newPage()];
    await web.signIn(page);
    await web.signIn(other);
    await web.signOutElsewhere(page);
    await eventually(async () => expect(await web.read(page, '/')).toBe('signed out'));
    expect(await web.read(other, '/')).toBe('signed in');
  });
});
