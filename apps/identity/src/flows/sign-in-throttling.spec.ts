import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { Redis } from 'ioredis';
import { AuditTrail } from '../audit/audit-trail.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { PasswordChange } from '../people/passwords/password-change.js';
import {
  MOST_IN_A_ROW,
  MOST_OF_ALL_UNKNOWN,
  MOST_OF_NETWORK,
  MOST_OF_ONE,
  MOST_OF_SHARED,
  signInLimits,
} from '../people/users/sign-in-limits.js';
import { Browser, locationOf } from '../testing/browser.js';
import {
  authorizationUrl,
  credentials,
  passwordClient,
  requestToken,
  signIn,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, type Replica, startIdentity } from '../testing/identity-under-test.js';
import { useUp } from '../testing/limited-requests.js';
import { storedAs } from '../testing/stored-as.js';
import { networkOf } from '../throttling/client-address.js';

const WRONG = 'not the password';

/** Addresses of as many networks. */
const addressOf = (number: number): string => `10.${number >> 8}.${number & 255}.1`;

describe('sign-in throttling', () => {
  let provider: IdentityUnderTest;
  let withoutRedis: Replica;
  beforeAll(async () => {
    // On a slow machine a connection comes later than requests wait for one.
    provider = await startIdentity({ DATABASE_CONNECT_TIMEOUT_MS: '60000' });
    // Nothing listens there.
    withoutRedis = await provider.addReplica({ REDIS_URL: 'redis://127.0.0.1:1' });
  });
  beforeEach(async () => {
    await provider.query('TRUNCATE counters, known_devices');
    const redis = new Redis(process.env['REDIS_URL'] ?? '');
    await redis.flushdb();
    await redis.quit();
  });
  afterAll(() => provider.close());

  type Attempt = (username: string, password: string, address: string, at?: Replica) => Promise<Response>;
  /** By a program: 200, 400 or 429. */
  const attempt: Attempt = (username, password, address, at = provider) =>
    requestToken(
      at,
      { grant_type: 'password', username, password, scope: 'openid', ...passwordClient },
      { 'x-forwarded-for': address },
    );
  /** At the page, in a new browser: 303, 200 or 429. */
  const atPage: Attempt = (email, password, address, at = provider) =>
    signIn(new Browser(at, { 'x-forwarded-for': address }), authorizationUrl(), { email, password });
  /** How many wrong passwords were compared before the first was refused unread. */
  const guesses = async (
    tries: Iterable<{ username: string; address: string }>,
    by = attempt,
    at?: Replica,
  ): Promise<number> => {
    let compared = 0;
    for (const { username, address } of tries) {
      const { status } = await by(username, WRONG, address, at);
      if (status === 429) break;
      expect([200, 400]).toContain(status);
      compared += 1;
    }
    return compared;
  };
  function* times<Try>(count: number, of: (number: number) => Try): Generator<Try> {
    for (let number = 0; number < count; number += 1) yield of(number);
  }

  /** Sets another password by a link from an e-mail, for as long as `use` takes. */
  const withNewPassword = async (use: (password: string) => Promise<void>): Promise<void> => {
    const [{ hash } = {}] = await provider.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM credentials WHERE user_id = $1',
      [user.id],
    );
    const password = 'seven quiet lanterns drift';
    const token = await provider.app.get(PasswordLinks, { strict: false }).create(user.id, 60);
    const linked = { ...user, hasPassword: true };
    const change = provider.app.get(PasswordChange, { strict: false });
    expect(await change.byLink(token, linked, password, 'en')).toBe('saved');
    try {
      await use(password);
    } finally {
      await provider.query('UPDATE credentials SET password_hash = $2 WHERE user_id = $1', [user.id, hash]);
    }
  };

  it('one account from one address: ten guesses; the right password is refused, too, and told when to come back', async () => {
    const one = () => ({ username: user.email, address: '192.0.2.1' });
    expect(await guesses(times(50, one), atPage)).toBe(MOST_OF_ONE);
    const response = await atPage(user.email, credentials.password, '192.0.2.1');
    expect(response.status).toBe(429);
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await atPage(user.email, credentials.password, '192.0.3.1')).status).toBe(303);
  });

  it('without Redis: the same, counted in the database', async () => {
    const one = () => ({ username: user.email, address: '192.0.2.1' });
    expect(await guesses(times(50, one), atPage, withoutRedis)).toBe(MOST_OF_ONE);
    const elsewhere = await atPage(user.email, credentials.password, '192.0.3.1', withoutRedis);
    expect(elsewhere.status).toBe(303);
  });

  describe('the hundredth wrong password in a row', () => {
    /** As if so many had been sent, over days: the other limits are over. */
    const failed = async (count: number): Promise<void> => {
      await provider.query("DELETE FROM counters WHERE key NOT LIKE '%in-a-row%'");
      await provider.query('UPDATE counters SET count = $1', [count]);
    };
    const locked = () =>
      provider.query("SELECT FROM audit_records WHERE type = 'user-locked' AND user_id = $1", [user.id]);

    it('locks the account on new devices until its owner has set a password by e-mail', async () => {
      expect((await atPage(user.email, credentials.password, '192.0.2.1')).status).toBe(303);
      await provider.query('TRUNCATE known_devices');
      expect((await atPage(user.email, WRONG, '192.0.2.1')).status).toBe(200);
      await failed(MOST_IN_A_ROW - 1);
      expect((await atPage(user.email, WRONG, '192.0.3.1')).status).toBe(200);
      await failed(MOST_IN_A_ROW);
      const refused = await atPage(user.email, credentials.password, '192.0.4.1');
      expect([refused.status, await refused.text()]).toEqual([
        429,
        expect.stringContaining('Please set a new password.'),
      ]);
      expect((await attempt(user.email, credentials.password, '192.0.4.1')).status).toBe(400);
      await provider.app.get(AuditTrail, { strict: false }).written();
      expect(await locked()).toHaveLength(1);
      await withNewPassword(async (password) =>
        expect((await atPage(user.email, password, '192.0.5.1')).status).toBe(303),
      );
    });

    it.each([
      ['the page', atPage, 200, 429],
      ['the token endpoint', attempt, 400, 400],
    ])(
      'at %s: wrong, throttled and locked ones are recorded with their user',
      async (_, by, wrong, locking) => {
        const trail = provider.app.get(AuditTrail, { strict: false });
        await trail.written();
        const [{ now } = {}] = await provider.query<{ now: Date }>('SELECT clock_timestamp() AS now');
        const most = by === atPage ? MOST_OF_ONE : MOST_OF_SHARED;
        for (const email of [user.email, 'nobody@demo.example']) {
          expect((await by(email, WRONG, '192.0.7.1')).status).toBe(wrong);
          await provider.query('UPDATE counters SET count = $1', [most]);
          expect((await by(email, WRONG, '192.0.7.1')).status).toBe(429);
          await failed(MOST_IN_A_ROW);
          expect((await by(email, WRONG, '192.0.7.1')).status).toBe(locking);
          await provider.query('TRUNCATE counters');
        }
        await trail.written();
        const records = await provider.query(
          `SELECT user_id AS "userId", reason FROM audit_records
         WHERE type = 'sign-in-refused' AND occurred_at >= date_trunc('milliseconds', $1::timestamptz) ORDER BY id`,
          [now],
        );
        const reasons = [/wrong user name or password/, /too many wrong passwords(?! in)/, /in a row/];
        expect(records).toEqual(
          [user.id, null].flatMap((userId) =>
            reasons.map((reason) => ({ userId, reason: expect.stringMatching(reason) })),
          ),
        );
      },
    );

    it('locks nobody out of a device that they know, and a right one begins a new row', async () => {
      const known = new Browser(provider, { 'x-forwarded-for': '192.0.2.1' });
      expect((await signIn(known, authorizationUrl(), credentials)).status).toBe(303);
      await atPage(user.email, WRONG, '192.0.3.1');
      await failed(MOST_IN_A_ROW);
      const again = authorizationUrl({ prompt: 'login' });
      expect((await signIn(known, again, credentials)).status).toBe(303);
      expect((await atPage(user.email, credentials.password, '192.0.6.1')).status).toBe(303);
    });
  });

  describe("the server of a client, from which the owner's tries and a stranger's come alike,", () => {
    const server = '192.0.2.1';
    const strangers = (count: number) =>
      guesses(
        times(count, () => ({ username: user.email, address: server })),
        attempt,
      );
    const owner = () => attempt(user.email, credentials.password, server);

    it('lets the owner in after what a stranger guessed, the first time, too, and forgets that', async () => {
      for (let rounds = 0; rounds < 2; rounds += 1) {
        expect(await strangers(MOST_OF_SHARED - 1)).toBe(MOST_OF_SHARED - 1);
        expect((await owner()).status).toBe(200);
      }
    });

    it('has fifty guesses in a quarter hour, and is told when to come back', async () => {
      expect((await owner()).status).toBe(200);
      expect(await strangers(MOST_OF_SHARED + 10)).toBe(MOST_OF_SHARED);
      const response = await owner();
      expect({ status: response.status, ...((await response.json()) as object) }).toEqual({
        status: 429,
        error: 'invalid_grant',
        error_description: 'too many wrong passwords; try again later',
      });
      const wait = Number(response.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(800);
      expect(wait).toBeLessThanOrEqual(900);
      expect((await atPage(user.email, credentials.password, server)).status).toBe(303);
    });

    it.each(['user', 'network'] as const)(
      'answers a wrong password as that of nobody once the limit is reached: %s; lets the owner in',
      async (which) => {
        expect((await owner()).status).toBe(200);
        const answers: unknown[] = [];
        for (const username of [user.email, 'nobody@demo.example']) {
          const network = networkOf(server);
          const tried = { emailKey: username, network, device: '', deviceKnown: false, deviceShared: true };
          const [, ofUser, ofNetwork] = signInLimits(tried);
          const limit = { user: ofUser, network: ofNetwork }[which];
          if (limit) await useUp(provider, [limit], limit.most);
        }
        for (const username of [user.email, 'nobody@demo.example']) {
          const answer = await attempt(username, WRONG, server);
          const minutes = Math.ceil(Number(answer.headers.get('retry-after')) / 60);
          answers.push({ status: answer.status, minutes, ...((await answer.json()) as object) });
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]).toMatchObject({ status: 429 });
        expect((await owner()).status).toBe(200);
      },
    );
  });

  it('one account from a hundred networks: fifty guesses in all', async () => {
    const tries = times(100, (number) => ({ username: user.email, address: addressOf(number) }));
    expect(await guesses(tries)).toBe(MOST_OF_ALL_UNKNOWN);
  });

  describe('many accounts', () => {
    beforeAll(async () => {
      // Nine of ten exist: their passwords cost less to compare than that of nobody.
      await provider.query(
        `WITH added AS (
           INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
           SELECT gen_random_uuid(), 1, n || '@demo.example', 'One', 'Ofmany', false, '[]'
           FROM generate_series(0, 149) AS n WHERE n % 10 > 0 RETURNING id, email)
         INSERT INTO credentials (user_id, email_key, password_hash)
         SELECT added.id, added.email, password_hash FROM added, credentials WHERE user_id = $1`,
        [user.id],
      );
    });

    it('from one address: a hundred guesses in all', async () => {
      const tries = times(150, (number) => ({ username: `${number}@demo.example`, address: '192.0.2.1' }));
      expect(await guesses(tries)).toBe(MOST_OF_NETWORK);
      expect((await attempt(user.email, credentials.password, '192.0.3.1')).status).toBe(200);
    });

    it('from many addresses: each guess counts against its own, and nobody else is held up', async () => {
      const tries = times(60, (number) => ({
        username: `${number}@demo.example`,
        address: addressOf(number),
      }));
      expect(await guesses(tries)).toBe(60);
      expect((await attempt(user.email, credentials.password, '192.0.2.1')).status).toBe(200);
    });
  });

  it('an account that does not exist is refused like one that does', async () => {
    const one = () => ({ username: 'nobody@demo.example', address: '192.0.2.1' });
    expect(await guesses(times(50, one), atPage)).toBe(MOST_OF_ONE);
  });

  it('guesses sent all at once are no more than those sent one after the other', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await atPage(user.email, WRONG, '192.0.2.1')).status),
    );
    const compared = statuses.filter((status) => status === 200).length;
    expect(compared).toBe(MOST_OF_ONE);
  });

  it('right passwords count nothing, however many come at once, and clear what their user mistyped', async () => {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const statuses = await Promise.all(
        Array.from(
          { length: MOST_OF_ONE + 2 },
          async () => (await atPage(user.email, credentials.password, '192.0.2.1')).status,
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([303]));
    }
    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (let typos = 0; typos < MOST_OF_ONE - 1; typos += 1)
        expect((await atPage(user.email, WRONG, '192.0.2.1')).status).toBe(200);
      expect((await atPage(user.email, credentials.password, '192.0.2.1')).status).toBe(303);
    }
  });

  describe('the owner, on a device of theirs,', () => {
    /** As many strangers' guesses as are allowed at all, without the time it takes to compare them. */
    const lockOut = async (): Promise<void> => {
      const network = networkOf('203.0.113.1');
      const [, ofUser] = signInLimits({
        emailKey: user.email,
        network,
        device: 'of a stranger',
        deviceKnown: false,
        deviceShared: false,
      });
      if (ofUser) await useUp(provider, [ofUser], MOST_OF_ALL_UNKNOWN);
    };

    it('signs in at the page while strangers try from everywhere, from the same network, too', async () => {
      const headers = { 'x-forwarded-for': '10.0.0.1' };
      const own = new Browser(provider, headers);
      await signIn(own, authorizationUrl());
      await lockOut();
      const stranger = await signIn(new Browser(provider, headers), authorizationUrl());
      expect([stranger.status, Number(stranger.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(await stranger.text()).toContain('too many failed attempts');
      const owner = await signIn(own, authorizationUrl({ prompt: 'login' }));
      expect(locationOf(owner)?.searchParams.has('code')).toBe(true);
    });

    it('signs in with the client that they use, from where they use it', async () => {
      expect((await attempt(user.email, credentials.password, '192.0.2.1')).status).toBe(200);
      await lockOut();
      expect((await attempt(user.email, credentials.password, '192.0.2.99')).status).toBe(200);
      expect((await attempt(user.email, credentials.password, '192.0.3.1')).status).toBe(429);
    });

    it('has ten guesses in a browser, like everybody, and is let in there by a new password from a link', async () => {
      const own = new Browser(provider);
      await signIn(own, authorizationUrl());
      const page = locationOf(await own.open(authorizationUrl({ prompt: 'login' }))) as URL;
      const statuses: number[] = [];
      for (let tries = 0; tries <= MOST_OF_ONE; tries += 1)
        statuses.push((await own.submit(page, { email: user.email, password: WRONG })).status);
      expect(statuses).toEqual([...Array.from({ length: MOST_OF_ONE }, () => 200), 429]);
      await withNewPassword(async (password) => {
        const again = await signIn(own, authorizationUrl({ prompt: 'login' }), { ...credentials, password });
        expect(again.status).toBe(303);
      });
    });

    it("a device is the user's own: another user's is a stranger's", async () => {
      const colleague = new Browser(provider, { 'x-forwarded-for': '10.0.0.1' });
      await signIn(colleague, authorizationUrl(), { ...credentials, email: demoUsers[1]?.email ?? '' });
      await lockOut();
      const response = await signIn(colleague, authorizationUrl({ prompt: 'login' }));
      expect(response.status).toBe(429);
    });
  });

  it('the device cookie is for the sign-in alone, and no script can read it', async () => {
    const browser = new Browser(provider);
    const page = locationOf(await browser.open(authorizationUrl())) as URL;
    const [cookie] = (await browser.submit(page, credentials)).headers
      .getSetCookie()
      .filter((line) => line.startsWith('device='));
    expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/auth; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(await provider.query('SELECT FROM known_devices')).toHaveLength(1);
    expect(await storedAs(provider, browser.cookie('device'), 'known_devices')).toBe('digest');
  });
});
