// Sign-ins and tokens at a process of identity, as a client of the demo and as the browser of a demo user.
import { demoClients, demoPassword, demoScopes, demoUsers } from '@safety/demo-data';
import pg from 'pg';
import { Browser, post } from './browser.mjs';

const [web] = demoClients;
const client = { client_id: web.clientId, client_secret: web.secret };
const [redirect_uri] = web.redirectUris;

/** Lets the client act as itself; it is known to identity from then on. */
export async function allowClientCredentials(suite) {
  const { DATABASE_URL } = suite.environment.identity;
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  await database.query(
    "UPDATE clients SET grant_types = array_append(grant_types, 'client_credentials') WHERE id = $1 AND 'client_credentials' <> ALL (grant_types)",
    [web.clientId],
  );
  await database.end();
}

function authorization(parameters = {}) {
  const request = {
    client_id: web.clientId,
    redirect_uri,
    response_type: 'code',
    scope: demoScopes.join(' '),
  };
  return `/auth/connect/authorize?${new URLSearchParams({ ...request, ...parameters })}`;
}

/** A browser in which somebody has signed in, on the way to the client. */
export async function signedIn(url) {
  const browser = new Browser(url);
  const page = await browser.send(authorization());
  await browser.send(page.location);
  const answer = await browser.send(page.location, { email: demoUsers[0].email, password: demoPassword });
  browser.answer = await browser.send(answer.location);
  return browser;
}

export async function codeOf(browser) {
  const { location, status } = browser.answer ?? (await browser.send(authorization({ prompt: 'none' })));
  browser.answer = undefined;
  const code = location && new URL(location).searchParams.get('code');
  if (!code) throw new Error(`There is no code in ${status} ${location}`);
  return code;
}

export function token(url, form) {
  return post(url, '/auth/connect/token', { ...form, ...client });
}

export function exchange(url, code) {
  return token(url, { grant_type: 'authorization_code', code, redirect_uri });
}

export async function tokensOf(browser) {
  return exchange(browser.processUrl, await codeOf(browser));
}
