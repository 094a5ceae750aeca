import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSigned } from '@safety/bus/testing';
import { emailChangeRequested, userChanged } from '@safety/contracts';
import { demoUsers } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { EmailChanges } from '../people/email-change/email-changes.js';
import { EmailLinks } from '../people/email-change/email-links.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { Passwords } from '../people/passwords/passwords.js';
import { StoredPassword } from '../people/passwords/stored-password.js';
import { emailKey } from '../people/users/email-key.js';
import { emailChangeLimits, MOST_IN_A_ROW, MOST_OF_ONE } from '../people/users/sign-in-limits.js';
import { Database } from '../storage/database/database.js';
import { behindLock } from '../testing/behind-lock.js';
import { Browser, locationOf } from '../testing/browser.js';
import { credentials, passwordClient, requestToken, type Tokens } from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { type MailServer, startMailServer } from '../testing/mail-server.js';
import { storedAs } from '../testing/stored-as.js';

const newEmail = `${issuer}/new-email`;
const idOf = (address: string): string => demoUsers.find(({ email }) => email === address)?.id ?? '';
const manager = { id: idOf('manager@demo.example'), email: 'manager@demo.example' };
const employee = { id: idOf('employee@demo.example'), email: 'employee@demo.example' };

describe('a new e-mail address', () => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    mailServer = await startMailServer();
    provider = await startIdentity({ SMTP_URL: mailServer.url, MAIL_FROM: 'Safety <safety@demo.example>' });
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await redis.quit();
    await provider.close();
    await mailServer.close();
  });

  const envelope = (type: string, payload: object) => ({
    ...{ id: randomUUID(), type, companyId: null, occurredAt: new Date().toISOString(), payload },
  });
  const request = (userId: string, email: string, locale: string | null = null) =>
    envelope(emailChangeRequested.name, { userId, email, locale });
  const publish = (message: ReturnType<typeof request>) =>
    publishSigned(redis, emailChangeRequested, message);
  const ask = (...asked: Parameters<typeof request>) => publish(request(...asked));
  const subjects = (address: string): string[] =>
    mailServer.mails
      .filter(({ to }) => to.includes(address))
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '');
  const linkTo = (address: string): Promise<URL> =>
    eventually(() => {
      const raw = mailServer.mails.findLast(({ to }) => to.includes(address))?.raw ?? '';
      const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      return new URL(/https?:\/\/\S+new-email\S+/.exec(text)?.[0] ?? '');
    });
  const linkFor = (userId: string, email: string, seconds = 60): Promise<string> =>
    provider.app.get(EmailLinks, { strict: false }).create(userId, email, seconds);
  const confirm = (token: string, password = credentials.password) =>
    browser.submit(newEmail, { token, password });
  const tokens = (username: string, password = credentials.password) => {
    const form = { grant_type: 'password', username, password, scope: 'openid email' };
    return requestToken(provider, { ...form, ...passwordClient });
  };
  /** The claims of the scope `email`. */
  const verified = async (username: string, password?: string) => {
    const { access_token } = (await (await tokens(username, password)).json()) as Tokens;
    const headers = { authorization: `Bearer ${access_token}` };
    const info = await (await provider.fetch(`${issuer}/connect/userinfo`, { headers })).json();
    const { email, email_verified } = info as Record<string, unknown>;
    return { email, email_verified };
  };
  const confirmed = async (email: string) =>
    provider.query(
      `SELECT envelope ->> 'companyId' AS "companyId", envelope -> 'payload' AS payload FROM outbox
       WHERE envelope ->> 'type' = 'email-confirmed.v1' AND envelope -> 'payload' ->> 'email' = $1`,
      [email],
    );

  it('is confirmed there with the password, once; the present one is warned, the earlier one told', async () => {
    await ask(manager.id, 'max@new.example', 'nl-BE');
    const link = await linkTo('max@new.example');
    expect(link.searchParams.get('ui_locales')).toBe('nl');
    await eventually(() =>
      expect(subjects(manager.email)).toEqual(['Een nieuw e-mailadres voor uw account']),
    );
    const page = await (await browser.open(link)).text();
    expect(page).toContain('max@new.example');
    expect(page).not.toContain(manager.email);
    expect(page).toContain('href="/auth/forgotten-password?ui_locales=nl">Wachtwoord vergeten?</a>');
    expect(page).toContain('Met een nieuw wachtwoord vervalt deze link.');
    const token = link.searchParams.get('token') ?? '';
    const wrong = await confirm(token, 'wrong');
    expect([wrong.status, await confirmed('max@new.example')]).toEqual([422, []]);
    expect(await wrong.text()).toContain('>The password is not right.<');
    expect(await storedAs(provider, token, 'email_links')).toBe('digest');
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    const late = [both.find(({ status }) => status === 400), await confirm(token)];
    for (const answer of late) {
      const told = await answer?.text();
      expect(told).toContain('If you sent the form twice, it is saved.');
      expect(told).toContain('href="/auth/console/sign-in?fresh"');
    }
    // So says the link, to whoever goes back.
    expect(await (await browser.open(link)).text()).toContain('twee keer hebt verstuurd');
    const done = both.find(({ status }) => status === 303) as Response;
    expect(locationOf(done)?.pathname).toBe('/auth/new-email/confirmed');
    expect(await (await browser.follow(done)).text()).toContain(
      '<h1>Your new e-mail address is confirmed</h1>',
    );
    expect(await confirmed('max@new.example')).toEqual([
      { companyId: manager.id, payload: { userId: manager.id, email: 'max@new.example' } },
    ]);
    await publishSigned(
      redis,
      userChanged,
      envelope(userChanged.name, {
        ...{ id: manager.id, version: 5, email: 'max@new.example', givenName: 'Max', familyName: 'Manager' },
        ...{ disabled: false, roles: [] },
      }),
    );
    await eventually(() => expect(subjects(manager.email)).toContain('Your e-mail address was changed'));
    expect(await verified('max@new.example')).toEqual({ email: 'max@new.example', email_verified: true });
    const signIn = async (username: string) => (await tokens(username)).status;
    expect([await signIn('max@new.example'), await signIn(manager.email)]).toEqual([200, 400]);
    const records = await provider.query<{ type: string }>(
      "SELECT type FROM audit_records WHERE user_id = $1 AND type ~ '^(email-|sign-in-refused)'",
      [manager.id],
    );
    expect(records.map(({ type }) => type).sort()).toEqual([
      'email-change-requested',
      'email-changed',
      'email-confirmed',
      'sign-in-refused',
    ]);
  });

  it('303 to the sign-in: GET /auth/new-email/confirmed in a browser that confirmed nothing', async () => {
    const linked = await new Browser(provider).open(`${newEmail}/confirmed?ui_locales=nl`);
    expect([linked.status, locationOf(linked)?.pathname]).toEqual([303, '/auth/console/sign-in']);
  });

  it('that is taken: its owner alone learns of it, in their own language, and no link works', async () => {
    await provider.query("UPDATE users SET locale = 'nl' WHERE email = $1", [credentials.email]);
    await ask(employee.id, ` ${credentials.email.toUpperCase()}`, 'es');
    await eventually(() =>
      expect(subjects(credentials.email)).toEqual(['Uw e-mailadres is opgegeven voor een ander account']),
    );
    await provider.query('UPDATE users SET locale = NULL WHERE email = $1', [credentials.email]);
    expect((await confirm(await linkFor(employee.id, credentials.email))).status).toBe(400);
    expect(await confirmed(credentials.email)).toEqual([]);
  });

  it('that is of a disabled user: the same', async () => {
    const disable = (disabled: boolean) =>
      provider.query('UPDATE users SET disabled = $2 WHERE email = $1', ['both@demo.example', disabled]);
    await disable(true);
    await ask(employee.id, 'both@demo.example');
    await eventually(() =>
      expect(subjects('both@demo.example')).toEqual(['Your e-mail address was entered for another account']),
    );
    await disable(false);
  });

  it('that is confirmed before the warning leaves: it is the earlier one that is warned', async () => {
    const other = { id: idOf('admin@other.example'), email: 'admin@other.example' };
    const underWay = () =>
      provider.query(
        "SELECT last_error FROM outgoing_mails WHERE user_id = $1 AND kind = 'email-requested'",
        [other.id],
      );
    mailServer.refuses = true;
    await ask(other.id, 'confirmed@new.example');
    await eventually(async () =>
      expect(await underWay()).toEqual([{ last_error: 'The mail server answered RCPT TO with 451 4.7.1' }]),
    );
    await provider.query("UPDATE users SET email = 'confirmed@new.example' WHERE id = $1", [other.id]);
    mailServer.refuses = false;
    await provider.query('UPDATE outgoing_mails SET next_attempt_at = now() WHERE user_id = $1', [other.id]);
    await eventually(() => expect(subjects(other.email)).toContain('A new e-mail address for your account'));
    expect(subjects('confirmed@new.example')).not.toContain('A new e-mail address for your account');
    await provider.query('UPDATE users SET email = $2 WHERE id = $1', [other.id, other.email]);
  });

  it('that is the present one: no link, and no warning', async () => {
    const mails = () => provider.query('SELECT FROM outgoing_mails WHERE user_id = $1', [employee.id]);
    const before = await mails();
    await ask(employee.id, ` ${employee.email.toUpperCase()}`);
    await ask(idOf('admin@other.example'), 'after-the-present@new.example');
    await linkTo('after-the-present@new.example');
    expect(await mails()).toHaveLength(before.length);
  });

  it('400: an expired link, none, one that a new password ended, under way too, and one of a disabled user', async () => {
    const open = async (token: string) => (await browser.open(`${newEmail}?token=${token}`)).status;
    const expired = await linkFor(employee.id, 'erin@new.example', -1);
    const living = await linkFor(employee.id, 'erin@new.example');
    expect([await open(living), await open(expired), await open('')]).toEqual([200, 400, 400]);
    await provider.query('UPDATE users SET disabled = true WHERE id = $1', [employee.id]);
    expect([await open(living), (await confirm(living)).status]).toEqual([400, 400]);
    await provider.query('UPDATE users SET disabled = false WHERE id = $1', [employee.id]);
    mailServer.refuses = true;
    await ask(employee.id, 'later@new.example');
    const underWay = () =>
      provider.query("SELECT last_error FROM outgoing_mails WHERE address = 'later@new.example'");
    await eventually(async () =>
      expect(await underWay()).toEqual([{ last_error: 'The mail server answered RCPT TO with 451 4.7.1' }]),
    );
    const hash = await provider.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM credentials WHERE user_id = $1',
      [employee.id],
    );
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) =>
        provider.app
          .get(StoredPassword, { strict: false })
          .replace(transaction, { userId: employee.id, hash: hash[0]?.hash ?? '' }),
      );
    mailServer.refuses = false;
    expect([await open(living), await underWay()]).toEqual([400, []]);
  });

  it('400: a new password that is being saved comes first, and ends the link', async () => {
    const token = await linkFor(employee.id, 'erin@new.example');
    const linked = { userId: employee.id, presentEmail: employee.email, email: 'erin@new.example' };
    const changes = provider.app.get(EmailChanges, { strict: false });
    const saved = await behindLock(
      provider,
      { text: 'SELECT FROM users WHERE id = $1 FOR UPDATE', values: [employee.id] },
      () => changes.confirm(token, linked),
      1,
      () => provider.query('DELETE FROM email_links WHERE user_id = $1', [employee.id]),
    );
    expect([saved, await confirmed(linked.email)]).toEqual([false, []]);
  });

  it('403: sent by a page of another origin', async () => {
    const token = await linkFor(employee.id, 'erin@new.example');
    const response = await browser.open(newEmail, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ token, password: credentials.password }),
    });
    expect(response.status).toBe(403);
  });

  it('503 with Retry-After, and the form again: too many passwords wait to be checked', async () => {
    const token = await linkFor(employee.id, 'erin@new.example');
    const passwords = provider.app.get(Passwords, { strict: false });
    const held = Promise.withResolvers<void>();
    // More than are checked at a time and may wait; the rest is refused.
    const others = Array.from({ length: 200 }, () => passwords.inTurn(() => held.promise));
    const waiting = Promise.allSettled(others);
    const stranger = new Browser(provider);
    const response = await stranger.submit(newEmail, { token, password: credentials.password });
    held.resolve();
    await waiting;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    const page = await response.text();
    expect(page).toContain('Too many people are signing in right now.');
    expect(page).toContain('name="password"');
    expect(stranger.cookie('device')).toBeUndefined();
  });

  it('429 with Retry-After: passwords cannot be guessed at a link', async () => {
    const token = await linkFor(employee.id, 'erin@new.example');
    for (let tries = 0; tries < MOST_OF_ONE; tries += 1) await confirm(token, 'wrong');
    const response = await confirm(token);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('429: the right password of a locked account moves nothing either', async () => {
    const id = idOf('both@demo.example');
    const token = await linkFor(id, 'taken-over@new.example');
    await provider.query('TRUNCATE counters, known_devices');
    expect((await confirm(await linkFor(id, 'other@new.example'), 'wrong')).status).toBe(422);
    await provider.query("DELETE FROM counters WHERE key NOT LIKE '%in-a-row%'");
    await provider.query('UPDATE counters SET count = $1', [MOST_IN_A_ROW]);
    const stranger = new Browser(provider);
    const response = await stranger.submit(newEmail, { token, password: credentials.password });
    expect([response.status, await response.text()]).toEqual([
      429,
      expect.stringContaining('Please set a new password.'),
    ]);
    expect(await confirmed('taken-over@new.example')).toEqual([]);
    await provider.query('TRUNCATE counters');
    expect((await stranger.submit(newEmail, { token, password: credentials.password })).status).toBe(303);
    expect(stranger.cookie('device')).toBeDefined();
    expect(await confirmed('taken-over@new.example')).toHaveLength(1);
  });

  it('of one user five in an hour; the others are never sent, also when their messages come again', async () => {
    const other = idOf('both@demo.example');
    const emails = Array.from({ length: 7 }, (_, tries) => `bo-${tries}@new.example`);
    const messages = emails.map((email) => request(other, email));
    const publishAll = async (marker: string) => {
      for (const message of messages) await publish(message);
      await ask(idOf('admin@other.example'), marker);
      await linkTo(marker);
    };
    const sent = () =>
      provider.query("SELECT FROM outgoing_mails WHERE user_id = $1 AND kind = 'new-email'", [other]);
    await publishAll('marker@new.example');
    await eventually(async () => expect(await sent()).toHaveLength(5));
    // Of the addresses, those that were sent nothing may be sent as much as before.
    const keys = emails.map((email) => emailChangeLimits(other, emailKey(email))[1].key);
    expect(await provider.query('SELECT FROM counters WHERE key = ANY ($1)', [keys])).toHaveLength(5);
    await provider.query('DELETE FROM counters WHERE key = $1', [`email-change:${other}`]);
    await publishAll('another-marker@new.example');
    expect(await sent()).toHaveLength(5);
  });

  describe('email_verified (OIDC Core 5.1)', () => {
    const admin = idOf('admin@other.example');
    const moveTo = async (version: number, email: string) => {
      const names = { givenName: 'Ola', familyName: 'Other', disabled: false, roles: [] };
      const state = { id: admin, version, email, ...names };
      await publishSigned(redis, userChanged, envelope(userChanged.name, state));
      await eventually(async () =>
        expect(await provider.query('SELECT FROM users WHERE email = $1', [email])).toHaveLength(1),
      );
    };

    it('false for an address that operators enter, true once a link that was sent there is used', async () => {
      expect(await verified('admin@other.example')).toMatchObject({ email_verified: true });
      await moveTo(5, 'ola@typed.example');
      expect(await verified('ola@typed.example')).toEqual({
        email: 'ola@typed.example',
        email_verified: false,
      });
      const links = provider.app.get(PasswordLinks, { strict: false });
      const token = await links.create(admin, 60, { email: 'ola@typed.example' });
      const password = 'nine calm harbours glow';
      const fields = { token, password, repeated: password };
      expect((await browser.submit(`${issuer}/new-password`, fields)).status).toBe(303);
      expect(await verified('ola@typed.example', password)).toMatchObject({ email_verified: true });
      await expect(links.create(admin, 60, { email: 'admin@other.example' })).rejects.toThrow('has changed');
    });

    it('absent for an earlier user, of whom nobody knows; false once operators change the address', async () => {
      const password = 'nine calm harbours glow';
      await provider.query(
        'UPDATE credentials SET email_proven = NULL, proven_email_key = NULL WHERE user_id = $1',
        [admin],
      );
      expect(await verified('ola@typed.example', password)).toEqual({
        email: 'ola@typed.example',
        email_verified: undefined,
      });
      await moveTo(6, 'ola@again.example');
      expect(await verified('ola@again.example', password)).toMatchObject({ email_verified: false });
    });

    it('an address whose domain is in another script signs in as mail servers know it, too', async () => {
      await moveTo(7, 'ola@xn--e1afmkfd.xn--p1ai');
      for (const typed of ['ola@xn--e1afmkfd.xn--p1ai', 'Ola@Пример.рф'])
        expect(await verified(typed, 'nine calm harbours glow')).toMatchObject({
          email: 'ola@xn--e1afmkfd.xn--p1ai',
        });
    });
  });
});
