import { randomUUID } from 'node:crypto';
import type { Page } from '@safety/testing/browser';
import { AuditTrail } from '../audit/audit-trail.js';
import { ClientKeepers } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { clientPath, consolePath, consolePaths } from '../paths/console.js';
import { credentials, requestToken, user } from './flows.js';
import type { ReachableIdentity } from './identity-in-browser.js';
import type { Stop } from './page-tour.js';

/** Signs in to the console in this language; the pages after it keep the language. */
export async function enterConsole(
  page: Page,
  origin: string,
  language: string,
  email: string = credentials.email,
): Promise<void> {
  await page.goto(`${origin}${consolePath}?ui_locales=${language}`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(credentials.password);
  await page.locator('main button').click();
  await page.waitForURL(`**${consolePath}**`);
}

/** A client with everything that a page can show of one. */
async function makeClient(provider: ReachableIdentity): Promise<string> {
  const keeper = await provider.app.get(ClientKeepers, { strict: false }).find(user.id);
  const [companyId] = keeper?.companyIds ?? [];
  if (!keeper || !companyId) throw new Error('The user of the demo manages no clients');
  const { client } = await provider.app.get(ClientRegistry, { strict: false }).create(keeper, companyId, {
    name: 'Field tablets',
    authMethod: 'client_secret',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: ['openid', 'profile', 'offline_access', 'resources_business_api'],
    redirectUris: ['https://tablets.example/signed-in/with-quite-a-long-path-at-the-end'],
    postLogoutRedirectUris: ['https://tablets.example/'],
    logoutUri: 'https://tablets.example/logout',
    backchannelLogoutUri: 'https://tablets.example/backchannel-logout',
    accessTokenSeconds: 900,
    keepsOfflineAccess: true,
    idTokenSignedResponseAlg: 'ES256',
  });
  return client.id;
}

async function makeRecords(provider: ReachableIdentity, clientId: string): Promise<void> {
  const deliver = (nextAttempt: string, delivered: string, error: string | null) =>
    provider.query(
      `INSERT INTO logout_deliveries (id, sid, user_id, client_id, logout_uri, attempts, last_error, next_attempt_at, delivered_at)
       VALUES (gen_random_uuid(), gen_random_uuid()::text, $1, $2, 'https://tablets.example/logout', 3, $3, ${nextAttempt}, ${delivered})`,
      [user.id, clientId, error],
    );
  await deliver('NULL', 'now()', null);
  await deliver("now() + interval '1 hour'", 'NULL', 'The receiver answered 503');
  await deliver('NULL', 'NULL', 'The host resolves to a private address');
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
  await requestToken(provider, form);
  await provider.app.get(AuditTrail, { strict: false }).written();
}

/** Every page of the console, for a page that has entered it. */
export async function consoleTour(provider: ReachableIdentity): Promise<Stop[]> {
  const id = await makeClient(provider);
  await makeRecords(provider, id);
  const go = (page: Page, path: string) => page.goto(provider.origin + path);
  const at = (name: string, path: string): Stop => ({ name, open: (page) => go(page, path) });
  const send = (page: Page): Promise<void> => page.locator('main button').last().click();
  return [
    at('profile', consolePath),
    at('email', consolePaths.email),
    at('password', consolePaths.password),
    {
      name: 'password-wrong',
      open: async (page) => {
        await go(page, consolePaths.password);
        await page.locator('[name=password]').fill('short');
        await page.locator('[name=repeated]').fill('short');
        await send(page);
      },
    },
    at('sessions', consolePaths.sessions),
    {
      name: 'session-ended',
      open: async (page, language) => {
        const elsewhere = await page.context().browser()?.newContext();
        if (!elsewhere) throw new Error('The page is in no browser');
        await enterConsole(await elsewhere.newPage(), provider.origin, language);
        await go(page, consolePaths.sessions);
        await page.locator('.panel button').first().click();
      },
    },
    at('clients', consolePaths.clients),
    at('client', clientPath(id)),
    at('client-new', consolePaths.newClient),
    {
      name: 'client-new-wrong',
      open: async (page) => {
        await go(page, consolePaths.newClient);
        await page.locator('[name=name]').fill(' ');
        await page.locator('[name=redirectUris]').fill('https://*.example/\nhttp://tablets.example/');
        await page.locator('[name=logoutUri]').fill('https://10.0.0.1/');
        await page.locator('[name=accessTokenMinutes]').fill('90');
        await page.locator('[value=openid]').uncheck();
        await page.locator('[value=offline_access]').check();
        await send(page);
      },
    },
    {
      name: 'client-created',
      open: async (page) => {
        await go(page, consolePaths.newClient);
        await page.locator('[name=name]').fill(`Tablets ${randomUUID()}`);
        await page.locator('[name=redirectUris]').fill('https://tablets.example/callback');
        await send(page);
      },
    },
    at('client-edit', `${clientPath(id)}/edit`),
    at('client-disable', `${clientPath(id)}/disable`),
    at('client-delete', `${clientPath(id)}/delete`),
    at('secret-new', `${clientPath(id)}/secrets/new`),
    {
      name: 'secret-revoke',
      open: async (page) => {
        await go(page, clientPath(id));
        await page.locator('a[href$="/revoke"]').first().click();
      },
    },
    at('deliveries', consolePaths.deliveries),
    at('refusals', consolePaths.refusals),
    at('audit', consolePaths.audit),
    at('not-found', clientPath('nobody')),
    {
      name: 'foreign-form',
      open: async (page) => {
        await go(page, consolePath);
        await page.evaluate("document.querySelector('[name=csrf]').value = 'of another session'");
        await page.locator('nav form button').click();
      },
    },
    {
      name: 'sign-in-failed',
      open: (page, language) => go(page, `${consolePaths.callback}?ui_locales=${language}&code=old`),
    },
    {
      name: 'not-allowed',
      open: async (page, language) => {
        await page.context().clearCookies();
        await enterConsole(page, provider.origin, language, 'employee@demo.example');
        await go(page, consolePaths.clients);
      },
    },
  ];
}
