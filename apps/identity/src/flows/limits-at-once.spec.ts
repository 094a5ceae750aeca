import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { operator } from '../clients/client-keepers.js';
import { MAX_PER_COMPANY } from '../clients/client-registry.js';
import { ClientSecrets } from '../clients/client-secrets.js';
import { clientPath, consolePaths } from '../paths/console.js';
import {
  MOST_MAILS_OF_ADDRESS,
  MOST_MAILS_OF_NETWORK,
  MOST_OF_ALL_UNKNOWN,
  MOST_OF_NETWORK,
  MOST_OF_ONE,
  MOST_OF_SHARED,
  signInLimits,
} from '../people/users/sign-in-limits.js';
import { Browser, locationOf } from '../testing/browser.js';
import { ConsoleBrowser } from '../testing/console-browser.js';
import { authorizationUrl, credentials, user } from '../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { askForMail, guessFrom, useUp, WRONG_PASSWORD } from '../testing/limited-requests.js';
import { type MailServer, startMailServer } from '../testing/mail-server.js';
import { networkOf } from '../throttling/client-address.js';

const REQUESTS = 100;
/** Of a limit that is high, all but so many are used up before: each takes the time of a hash. */
const LEFT = 5;
const addressOf = (number: number): string => `10.0.${number}.1`;

const newClient: [string, string][] = [
  ['name', 'Field tablets'],
  ['authMethod', 'client_secret'],
  ['grantTypes', 'client_credentials'],
  ['scopes', 'resources_business_api'],
];

describe.each(['with Redis', 'without Redis'])('a hundred requests at once, %s', (redis) => {
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    mailServer = await startMailServer();
    provider = await startIdentity({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'safety@demo.example',
      // Nothing listens there.
      ...(redis === 'without Redis' && { REDIS_URL: 'redis://127.0.0.1:1' }),
    });
  });
  beforeEach(() => provider.query('TRUNCATE counters, known_devices'));
  afterAll(async () => {
    await provider.close();
    await mailServer.close();
  });

  const statuses = async (request: (number: number) => Promise<Response>): Promise<number[]> =>
    Promise.all(Array.from({ length: REQUESTS }, async (_, number) => (await request(number)).status));
  /** The same, but a request that a busy service sheds with 503 is sent again, as its answer asks for. */
  const settled = async (request: (number: number) => Promise<Response>): Promise<number[]> => {
    const all = await statuses(request);
    for (const [number, status] of all.entries())
      if (status === 503) all[number] = (await request(number)).status;
    return all;
  };
  const count = (all: number[], status: number): number => all.filter((one) => one === status).length;
  /** Opens a sign-in page for each request, one after the other: what comes at once is the passwords. */
  const openPages = async (): Promise<((fields: Record<string, string>) => Promise<Response>)[]> => {
    const pages = [];
    for (let number = 0; number < REQUESTS; number++) {
      const browser = new Browser(provider, { 'x-forwarded-for': '192.0.2.1' });
      const page = locationOf(await browser.open(authorizationUrl({ state: `${number}` }))) as URL;
      pages.push((fields: Record<string, string>) => browser.submit(page, fields));
    }
    return pages;
  };
  const useUpSignIns = async (most: number, which: 'own' | 'user' | 'network', deviceShared = false) => {
    const network = networkOf('192.0.2.1');
    const device = `demo-password ${network}`;
    const [own, ofUser, ofNetwork] = signInLimits({
      ...{ emailKey: user.email, network, device, deviceShared, deviceKnown: false },
    });
    const limit = { own, user: ofUser, network: ofNetwork }[which];
    if (limit) await useUp(provider, [limit], most - LEFT);
  };

  it('POST /auth/sign-in/:uid: ten wrong passwords of one user from one network are compared', async () => {
    const pages = await openPages();
    const wrong = { email: user.email, password: WRONG_PASSWORD };
    const all = await settled((number) => pages[number]?.(wrong) as Promise<Response>);
    expect([count(all, 200), count(all, 429)]).toEqual([MOST_OF_ONE, REQUESTS - MOST_OF_ONE]);
  });

  it('POST /auth/connect/token: fifty wrong passwords of one user from the server of a client', async () => {
    await useUpSignIns(MOST_OF_SHARED, 'own', true);
    const all = await settled(() => guessFrom(provider, user.email, '192.0.2.1'));
    expect([count(all, 400), count(all, 429)]).toEqual([LEFT, REQUESTS - LEFT]);
  });

  it('POST /auth/connect/token: fifty wrong passwords of one user from everywhere', async () => {
    await useUpSignIns(MOST_OF_ALL_UNKNOWN, 'user');
    const all = await settled((number) => guessFrom(provider, user.email, addressOf(number)));
    expect([count(all, 400), count(all, 429)]).toEqual([LEFT, REQUESTS - LEFT]);
  });

  it('POST /auth/connect/token: a hundred wrong passwords of any user from one network', async () => {
    await useUpSignIns(MOST_OF_NETWORK, 'network');
    const all = await settled((number) => guessFrom(provider, `${number}@demo.example`, '192.0.2.1'));
    expect([count(all, 400), count(all, 429)]).toEqual([LEFT, REQUESTS - LEFT]);
  });

  it('POST /auth/forgotten-password: three mails to one address, and nobody is told', async () => {
    const email = 'employee@demo.example';
    const all = await settled((number) => askForMail(provider, email, addressOf(number)));
    expect(count(all, 303)).toBe(REQUESTS);
    const mails = await provider.query('SELECT FROM outgoing_mails WHERE email_key = $1', [email]);
    expect(mails).toHaveLength(MOST_MAILS_OF_ADDRESS);
  });

  it('POST /auth/forgotten-password: thirty mails from one network', async () => {
    const all = await settled((number) => askForMail(provider, `${number}@demo.example`, '192.0.2.1'));
    expect([count(all, 303), count(all, 429)]).toEqual([
      MOST_MAILS_OF_NETWORK,
      REQUESTS - MOST_MAILS_OF_NETWORK,
    ]);
  });

  it('POST /auth/console/clients/new: as many clients as a company may have', async () => {
    const console = await ConsoleBrowser.signedIn(provider, credentials);
    const { id } = await console.createClient(newClient);
    // The demo has one of the company too.
    await provider.query(
      `INSERT INTO clients SELECT (jsonb_populate_record(clients, jsonb_build_object('id', 'more-' || n))).*
       FROM clients, generate_series(3, $2) AS n WHERE id = $1`,
      [id, MAX_PER_COMPANY - LEFT],
    );
    const all = await settled(() => console.send(consolePaths.newClient, newClient));
    expect([count(all, 303), count(all, 409)]).toEqual([LEFT, REQUESTS - LEFT]);
    await provider.query("DELETE FROM clients WHERE id LIKE 'more-%'");
  });

  it('POST /auth/console/clients/:id/secrets/new: two secrets live', async () => {
    const console = await ConsoleBrowser.signedIn(provider, credentials);
    const { id } = await console.createClient(newClient);
    const all = await settled(() => console.send(`${clientPath(id)}/secrets/new`, { overlapDays: '7' }));
    expect([count(all, 303), count(all, 409)]).toEqual([1, REQUESTS - 1]);
    const secrets = provider.app.get(ClientSecrets, { strict: false });
    expect(await secrets.list(operator, id)).toHaveLength(2);
  });

  it('POST /auth/sign-in/:uid 200: right passwords count nothing', async () => {
    const pages = await openPages();
    const all = await settled((number) => pages[number]?.(credentials) as Promise<Response>);
    expect(new Set(all)).toEqual(new Set([200]));
  });
});
