import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import express, { type Express } from 'express';
import openid, { type ConfigParams } from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { user, webClient } from '../../testing/flows.js';
import { COOKIE_SECRET, startWebApplication, type WebApplication } from '../../testing/web-application.js';

/**
 * As long as a session of the application lasts at most, by default: what is forgotten before would let it
 * live on.
 */
const SESSION_MS = 7 * 24 * 60 * 60 * 1000;

type BackchannelLogout = Exclude<NonNullable<ConfigParams['backchannelLogout']>, boolean>;

/** Back-channel logout by the session alone: by default the library ends every session of the user. */
function logoutBySession(): BackchannelLogout {
  const store = new MemoryStore();
  return {
    // The library takes any store of express-session, but declares entries of a type of its own.
    store: store as object as NonNullable<BackchannelLogout['store']>,
    onLogoutToken: (token) => {
      const { iss, sid } = token as { iss: string; sid: string };
      const expires = new Date(Date.now() + SESSION_MS);
      store.set(`${iss}|${sid}`, { cookie: { originalMaxAge: SESSION_MS, expires } });
    },
  };
}

const { auth, requiresAuth } = openid;

function application(issuer: string, origin: string): Express {
  const app = express();
  app.use(
    auth({
      clientID: webClient.client_id,
      clientSecret: webClient.client_secret,
      issuerBaseURL: issuer,
      baseURL: origin,
      secret: COOKIE_SECRET,
      authRequired: false,
      idpLogout: true,
      pushedAuthorizationRequests: true,
      authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
      backchannelLogout: logoutBySession(),
    }),
  );
  app.get('/profile', requiresAuth(), (request, response) => void response.send(request.oidc.user?.['name']));
  app.get('/userinfo', requiresAuth(), async (request, response) => {
    response.json(await request.oidc.fetchUserInfo());
  });
  app.get('/renewed', requiresAuth(), async (request, response) => {
    const before = request.oidc.accessToken?.access_token;
    const after = (await request.oidc.accessToken?.refresh())?.access_token;
    response.send(after !== undefined && after !== before ? 'renewed' : 'the same');
  });
  app.get(
    '/',
    (request, response) => void response.send(request.oidc.isAuthenticated() ? 'signed in' : 'signed out'),
  );
  return app;
}

describe('express-openid-connect', () => {
  let web: WebApplication;
  beforeAll(async () => {
    web = await startWebApplication(application, { backchannelLogoutUri: '/backchannel-logout' });
  });
  afterAll(() => web.close());

  it('signs in by a pushed request, shows who it is, renews, and signs out here and there', async () => {
    const page = await web.newPage();
    await web.signIn(page);
    expect(await web.read(page, '/profile')).toBe('Ada Admin');
    expect(JSON.parse((await web.read(page, '/userinfo')) ?? '')).toMatchObject({ email: user.email });
    expect(await web.read(page, '/renewed')).toBe('renewed');
    expect([await web.read(page, '/logout'), page.url()]).toEqual(['signed out', `${web.origin}/`]);
    await page.goto(`${web.origin}/login`);
    expect(page.url()).toContain('/auth/sign-in/');
  });

  it('accepts the logout token of a sign-out elsewhere, and ends that session alone', async () => {
    const [page, other] = [await web.newPage(), await web.newPage()];
    await web.signIn(page);
    await web.signIn(other);
    await web.signOutElsewhere(page);
    await eventually(async () => expect(await web.read(page, '/')).toBe('signed out'));
    expect(await web.read(other, '/')).toBe('signed in');
  });
});
