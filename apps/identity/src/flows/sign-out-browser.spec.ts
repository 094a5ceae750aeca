import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { authorizationUrl } from '../testing/flows.js';
import { startWebApplication, type WebApplication } from '../testing/web-application.js';

/** Ends what its cookie says, by the answer and by a script, and tries to lead the whole page away. */
const LOGOUT_PAGE = "<script>document.cookie = 'scripted=ended'; top.location = '/elsewhere';</script>";

describe('signing out with a real browser', () => {
  let web: WebApplication;
  beforeAll(async () => {
    web = await startWebApplication(
      (issuer, origin) => (request, response) => {
        const { pathname } = new URL(request.url ?? '', origin);
        if (pathname === '/login') {
          const { search } = authorizationUrl({ redirect_uri: `${origin}/callback` });
          response.writeHead(302, { location: `${issuer}/connect/authorize${search}` });
        }
        if (pathname === '/callback') response.setHeader('set-cookie', 'answered=signed-in; HttpOnly');
        if (pathname === '/logout') {
          response.setHeader('content-type', 'text/html');
          response.setHeader('set-cookie', 'answered=ended; HttpOnly');
        }
        response.end(pathname === '/logout' ? LOGOUT_PAGE : '');
      },
      { logoutUri: '/logout' },
    );
  });
  afterAll(() => web.close());

  it('the frame of an application ends its cookie, and leads the signed-out page nowhere', async () => {
    const page = await web.newPage();
    await web.signIn(page);
    const cookies = async () =>
      new Map((await page.context().cookies(web.origin)).map(({ name, value }) => [name, value]));
    await eventually(async () => expect((await cookies()).get('answered')).toBe('signed-in'));
    await page.goto(`${web.issuer}/connect/endsession`);
    await page.locator('button').first().click();
    const signedOut = `${web.issuer}/connect/endsession/success`;
    await page.waitForURL(signedOut);
    await eventually(async () => {
      const known = await cookies();
      expect([known.get('answered'), known.get('scripted')]).toEqual(['ended', 'ended']);
    });
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(signedOut);
  });
});
