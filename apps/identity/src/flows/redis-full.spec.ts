import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LocalServer, startRedis } from '@safety/local-stack';
import { Redis } from 'ioredis';
import { deviceOfClient } from '../people/users/known-devices.js';
import {
  MOST_MAILS_OF_ADDRESS,
  MOST_MAILS_OF_NETWORK,
  MOST_OF_ALL_UNKNOWN,
  MOST_OF_NETWORK,
  MOST_OF_ONE,
  MOST_OF_SHARED,
} from '../people/users/sign-in-limits.js';
import { ShortLived } from '../storage/short-lived/short-lived.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  credentials,
  grantByPassword,
  passwordClient,
  redeem,
  tokensFor,
  user,
  webClient,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { askForMail, guessFrom, WRONG_PASSWORD } from '../testing/limited-requests.js';
import { type MailServer, startMailServer } from '../testing/mail-server.js';
import { networkOf } from '../throttling/client-address.js';

const ADDRESS = '192.0.2.1';
const addressOf = (number: number): string => `10.0.${number}.1`;

/**
 * Redis answers what is read and refuses, or never answers, what is written. Limits of fifty and more are
 * tried once for each of the two: they take hundreds of hashes.
 */
const states: { name: string; begin: string[][]; end: string[][]; triesLongLimits?: true }[] = [
  {
    name: 'is full',
    triesLongLimits: true,
    begin: [
      ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'],
      ['CONFIG', 'SET', 'maxmemory', '1'],
    ],
    end: [['CONFIG', 'SET', 'maxmemory', '0']],
  },
  {
    name: 'is a replica whose master is away',
    begin: [['REPLICAOF', '127.0.0.1', '1']],
    end: [['REPLICAOF', 'NO', 'ONE']],
  },
  {
    name: 'misses its replicas',
    begin: [['CONFIG', 'SET', 'min-replicas-to-write', '1']],
    end: [['CONFIG', 'SET', 'min-replicas-to-write', '0']],
  },
  {
    name: 'holds writes back',
    triesLongLimits: true,
    begin: [['CLIENT', 'PAUSE', '600000', 'WRITE']],
    end: [['CLIENT', 'UNPAUSE']],
  },
];

describe('while Redis can be read but not written', () => {
  let server: LocalServer;
  let redis: Redis;
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    // One of its own: these settings are of the whole server.
    server = await startRedis({ env: { PATH: process.env['PATH'] } });
    redis = new Redis(server.url);
    mailServer = await startMailServer();
    provider = await startIdentity({
      REDIS_URL: server.url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'safety@demo.example',
    });
  });
  beforeEach(() => provider.query('TRUNCATE counters, known_devices, outgoing_mails'));
  afterAll(async () => {
    await provider.close();
    await mailServer.close();
    await redis.quit();
    await server.stop();
  });

  const run = async (commands: string[][]): Promise<void> => {
    for (const [command = '', ...parameters] of commands) await redis.call(command, ...parameters);
  };
  /** How many of so many requests were let through, one after the other. */
  const letThrough = async (
    requests: number,
    request: (number: number) => Promise<Response>,
  ): Promise<number> => {
    let passed = 0;
    for (let number = 0; number < requests; number += 1)
      if ((await request(number)).status !== 429) passed += 1;
    return passed;
  };

  describe.each(states)('since it $name', ({ begin, end, triesLongLimits }) => {
    beforeEach(() => run(begin));
    afterEach(() => run(end));

    it('POST /auth/sign-in/:uid 429: after ten wrong passwords from one network', async () => {
      const browser = new Browser(provider, { 'x-forwarded-for': ADDRESS });
      const page = locationOf(await browser.open(authorizationUrl())) as URL;
      const form = { email: user.email, password: WRONG_PASSWORD };
      expect(await letThrough(MOST_OF_ONE + 3, () => browser.submit(page, form))).toBe(MOST_OF_ONE);
    });

    if (triesLongLimits) {
      it('POST /auth/connect/token 429: after fifty wrong passwords from the server of a client', async () => {
        await provider.query('INSERT INTO known_devices (user_id, device_sha256) VALUES ($1, sha256($2))', [
          user.id,
          deviceOfClient(passwordClient.client_id, networkOf(ADDRESS)),
        ]);
        const request = () => guessFrom(provider, user.email, ADDRESS);
        expect(await letThrough(MOST_OF_SHARED + 3, request)).toBe(MOST_OF_SHARED);
      });

      it('POST /auth/connect/token 429: after fifty wrong passwords of one user from everywhere', async () => {
        const request = (number: number) => guessFrom(provider, user.email, addressOf(number));
        expect(await letThrough(MOST_OF_ALL_UNKNOWN + 3, request)).toBe(MOST_OF_ALL_UNKNOWN);
      });

      it('POST /auth/connect/token 429: after a hundred wrong passwords from one network', async () => {
        const request = (number: number) => guessFrom(provider, `${number}@demo.example`, ADDRESS);
        expect(await letThrough(MOST_OF_NETWORK + 3, request)).toBe(MOST_OF_NETWORK);
      });
    }

    it('POST /auth/connect/token 200: a right password clears what its user mistyped', async () => {
      const [username, password] = [user.email, credentials.password];
      for (let rounds = 0; rounds < 2; rounds += 1) {
        const request = () => guessFrom(provider, username, ADDRESS);
        expect(await letThrough(MOST_OF_ONE, request)).toBe(MOST_OF_ONE);
        const answer = await grantByPassword(
          provider,
          { username, password, scope: 'openid' },
          { 'x-forwarded-for': ADDRESS },
        );
        expect(answer.status).toBe(200);
      }
    });

    it('POST /auth/forgotten-password 303: three mails to one address', async () => {
      const email = 'employee@demo.example';
      for (let number = 0; number < MOST_MAILS_OF_ADDRESS + 2; number += 1)
        expect((await askForMail(provider, email, addressOf(number))).status).toBe(303);
      const mails = await provider.query('SELECT FROM outgoing_mails WHERE email_key = $1', [email]);
      expect(mails).toHaveLength(MOST_MAILS_OF_ADDRESS);
    });

    it('POST /auth/forgotten-password 429: after thirty mails from one network', async () => {
      const request = (number: number) => askForMail(provider, `${number}@demo.example`, ADDRESS);
      expect(await letThrough(MOST_MAILS_OF_NETWORK + 3, request)).toBe(MOST_MAILS_OF_NETWORK);
    });

    it('GET /auth/connect/authorize/:uid 400: a finished sign-in brings no ended session back', async () => {
      await run(end);
      const browser = new Browser(provider);
      const started = await browser.open(authorizationUrl());
      const copied = started.headers.getSetCookie().map((line) => line.split(';')[0]);
      const next = locationOf(await browser.submit(locationOf(started) as URL, credentials)) as URL;
      await run(begin);
      const code = codeOf(await browser.open(next));
      const { id_token } = await bodyOf(redeem(provider, code));
      const hint = new URLSearchParams({ id_token_hint: id_token });
      expect((await browser.open(`${issuer}/connect/endsession?${hint}`)).status).toBe(303);
      const resumed = () =>
        provider.fetch(next, { headers: { accept: 'text/html', cookie: copied.join('; ') } });
      expect((await resumed()).status).toBe(400);
      await run(end);
      expect((await resumed()).status).toBe(400);
    });

    it('GET /auth/connect/authorize: no code for a pushed request a second time', async () => {
      await run(end);
      const { client_id, client_secret } = webClient;
      const form = { ...Object.fromEntries(authorizationUrl().searchParams), client_secret };
      const pushed = await provider.fetch(`${issuer}/connect/par`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      const { request_uri } = await bodyOf<{ request_uri: string }>(pushed);
      const address = new URL(`${issuer}/connect/authorize`);
      address.search = new URLSearchParams({ client_id, request_uri }).toString();
      const browser = new Browser(provider);
      await tokensFor(provider, browser);
      await run(begin);
      const used = async () => locationOf(await browser.open(address))?.searchParams.has('code') ?? false;
      await used();
      expect(await used()).toBe(false);
      await run(end);
      expect(await used()).toBe(false);
    });

    it('a value that is set, replaced, deleted or claimed meanwhile is so afterwards as well', async () => {
      const shortLived = provider.app.get(ShortLived, { strict: false });
      const [changed, deleted, claimed] = [randomUUID(), randomUUID(), randomUUID()];
      await run(end);
      for (const key of [changed, deleted, claimed]) await shortLived.set(key, 'before', 60);
      await run(begin);
      await shortLived.set(changed, 'after', 60);
      await shortLived.delete(deleted);
      const check = async () => {
        expect(await shortLived.get(changed)).toEqual({ value: 'after', claimed: false });
        expect(await shortLived.replace(deleted, 'again', 60)).toBe(false);
        expect(await shortLived.get(deleted)).toBeUndefined();
      };
      const claims = [await shortLived.claim(claimed), await shortLived.claim(claimed)];
      await check();
      expect(await shortLived.claim(deleted)).toBe('missing');
      await run(end);
      expect(await shortLived.get(deleted)).toBeUndefined();
      expect(await shortLived.get(changed)).toEqual({ value: 'after', claimed: false });
      claims.push(await shortLived.claim(claimed));
      expect(claims.filter((outcome) => outcome === 'first').length).toBeLessThanOrEqual(1);
    });
  });
});
