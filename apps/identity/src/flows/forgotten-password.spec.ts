import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { Passwords } from '../people/passwords/passwords.js';
import { MOST_NEW_PASSWORDS, newPasswordLimit } from '../people/users/sign-in-limits.js';
import { Browser, locationOf } from '../testing/browser.js';
import { ConsoleBrowser } from '../testing/console-browser.js';
import {
  authorizationUrl,
  codeOf,
  credentials,
  passwordClient,
  refresh,
  requestToken,
  signIn,
  tokensFor,
  user,
} from '../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';
import { useUp } from '../testing/limited-requests.js';
import { type MailServer, startMailServer } from '../testing/mail-server.js';
import { storedAs } from '../testing/stored-as.js';

const NEW_PASSWORD = 'seven quiet lanterns drift';
const forgotten = `${issuer}/forgotten-password`;
const newPassword = `${issuer}/new-password`;

describe('forgotten password', () => {
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    mailServer = await startMailServer();
    provider = await startIdentity({ SMTP_URL: mailServer.url, MAIL_FROM: 'Safety <safety@demo.example>' });
  });
  beforeEach(async () => {
    browser = new Browser(provider);
    await provider.query('DELETE FROM counters WHERE key = $1', [newPasswordLimit(user.id).key]);
  });
  afterAll(async () => {
    await provider.close();
    await mailServer.close();
  });

  const tokenFor = (seconds = 60): Promise<string> =>
    provider.app.get(PasswordLinks, { strict: false }).create(user.id, seconds);
  const save = (token: string, password: string, repeated = password): Promise<Response> =>
    browser.submit(newPassword, { token, password, repeated });
  const mailTo = (address: string): Promise<string> =>
    eventually(() => {
      const mail = mailServer.mails.findLast(({ to }) => to.includes(address));
      if (!mail) throw new Error(`There is no mail to ${address}`);
      return mail.raw;
    });
  /** The link of a mail, whose text is quoted-printable (RFC 2045 section 6.7). */
  const linkIn = (raw: string): URL => {
    const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return new URL(/https?:\/\/\S+new-password\S+/.exec(text)?.[0] ?? '');
  };
  const byPassword = async (password: string): Promise<number> => {
    const form = { grant_type: 'password', username: user.email, password, scope: 'openid' };
    return (await requestToken(provider, { ...form, ...passwordClient })).status;
  };

  it('from the sign-in page to the mail, a new password, and back to the sign-in', async () => {
    const page = locationOf(await browser.open(authorizationUrl({ ui_locales: 'nl' }))) as URL;
    const signInPage = await (await browser.open(page)).text();
    const link = /href="(\/auth\/forgotten-password[^"]*)"/.exec(signInPage)?.[1]?.replaceAll('&amp;', '&');
    const asked = await browser.submit(`${authUrl}${link}`, { email: ` ${user.email.toUpperCase()} ` });
    expect(asked.status).toBe(303);
    expect(await (await browser.follow(asked)).text()).toContain('Kijk in uw e-mail');
    const mail = await mailTo(user.email);
    expect(mail).toContain('Subject: Nieuw wachtwoord instellen');
    expect(mail).toContain('Auto-Submitted: auto-generated');
    const opened = await browser.open(linkIn(mail));
    expect([opened.status, (await opened.text()).includes(user.email)]).toEqual([200, true]);
    const saved = await browser.submit(linkIn(mail), {
      token: linkIn(mail).searchParams.get('token') ?? '',
      password: NEW_PASSWORD,
      repeated: NEW_PASSWORD,
    });
    expect(saved.status).toBe(303);
    const told = await (await browser.follow(saved)).text();
    expect(told).toContain(`href="${page.pathname}?ui_locales=nl"`);
    expect(told).toContain('Op alle andere apparaten bent u uitgelogd.');
    const finished = await browser.submit(page, { email: user.email, password: NEW_PASSWORD });
    expect(locationOf(await browser.follow(finished))?.searchParams.has('code')).toBe(true);
    await eventually(async () =>
      expect(await mailTo(user.email)).toContain('Subject: Uw wachtwoord is gewijzigd'),
    );
  });

  it.each([
    ['prompt=login', authorizationUrl({ prompt: 'login' })],
    ['max_age=0', authorizationUrl({ max_age: '0' })],
    ['the fresh sign-in of the console', new URL(`${issuer}/console/sign-in?fresh`)],
  ])(
    'and back to the sign-in that asked again who is signed in, by %s: that session has ended',
    async (_, begun) => {
      const before = await signIn(browser, authorizationUrl(), { email: user.email, password: NEW_PASSWORD });
      expect(codeOf(before)).toBeTruthy();
      const asked = await browser.follow(await browser.open(begun));
      const uid = /action="\/auth\/sign-in\/([\w-]+)/.exec(await asked.text())?.[1] ?? '';
      const token = await tokenFor();
      const there = `${newPassword}?${new URLSearchParams({ token, sign_in: uid })}`;
      const form = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
      const told = await (await browser.follow(await browser.submit(there, form))).text();
      const [, link] = /class="button primary" href="([^"]+)"/.exec(told) ?? [];
      expect(link).toContain(`/auth/sign-in/${uid}`);
      expect((await browser.open(authUrl + link)).status).toBe(200);
      const proven = await browser.submit(authUrl + link, { email: user.email, password: NEW_PASSWORD });
      const finished = await browser.follow(proven);
      const isBack =
        locationOf(finished)?.searchParams.has('code') ??
        (await finished.text()).includes(`<dd>${user.email}</dd>`);
      expect(isBack).toBe(true);
    },
  );

  it('GET /auth/sign-in/{uid} 400: a link that was opened elsewhere leads to a page with a way on', async () => {
    const page = locationOf(await browser.open(authorizationUrl())) as URL;
    const elsewhere = new Browser(provider);
    const there = `${newPassword}?token=${await tokenFor()}&sign_in=${page.pathname.split('/').at(-1)}`;
    const password = 'eight loud kettles whistle';
    const token = new URL(there).searchParams.get('token') ?? '';
    const saved = await elsewhere.submit(there, { token, password, repeated: password });
    const signInLink = /href="(\/auth\/sign-in\/[^"]+)"/.exec(
      await (await elsewhere.follow(saved)).text(),
    )?.[1];
    const expired = await elsewhere.open(authUrl + signInLink);
    expect([expired.status, await expired.text()]).toEqual([
      400,
      expect.stringContaining('href="/auth/console">Back to Workplace Safety</a>'),
    ]);
    expect((await save(await tokenFor(), NEW_PASSWORD)).status).toBe(303);
  });

  it('a language that nobody chose on a page does not stay: the console has that of the user', async () => {
    await provider.query("UPDATE users SET locale = 'kk' WHERE id = $1", [user.id]);
    const addressIn = async (response: Response, attribute: 'action' | 'class="button primary" href') => {
      const [, path] = new RegExp(`${attribute}="([^"]+)"`).exec(await response.clone().text()) ?? [];
      if (path === undefined)
        throw new Error(`${response.status} of ${response.url}: ${await response.text()}`);
      return authUrl + path.replaceAll('&amp;', '&');
    };
    const consoleAfter = async (language: string, begun: boolean) => {
      const there = new Browser(provider, { 'accept-language': 'en-GB' });
      const waiting = await there.follow(await there.open(`${issuer}/console/sign-in`));
      const uid = /\/auth\/sign-in\/([\w-]+)/.exec(await addressIn(waiting, 'action'))?.[1] ?? '';
      const token = await tokenFor();
      const way = new URLSearchParams({ token, ...(begun && { sign_in: uid }), ui_locales: language });
      const form = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
      const saved = await there.follow(await there.submit(`${newPassword}?${way}`, form));
      const link = await addressIn(saved, 'class="button primary" href');
      const signInPage = await there.follow(await there.open(link));
      const answer = await there.submit(await addressIn(signInPage, 'action'), {
        email: user.email,
        password: NEW_PASSWORD,
      });
      const page = await (await there.follow(answer)).text();
      expect(page).toContain(`<dd>${user.email}</dd>`);
      return /<html lang="(\w+)">/.exec(page)?.[1];
    };
    // As mails name it; and another one, which the page was opened in.
    for (const begun of [false, true])
      expect([await consoleAfter('en', begun), await consoleAfter('nl', begun)]).toEqual(['kk', 'nl']);
    await provider.query('UPDATE users SET locale = NULL WHERE id = $1', [user.id]);
  });

  it('GET /auth/new-password/saved 303 to the sign-in: in a browser that saved nothing, or another form', async () => {
    const saved = locationOf(await save(await tokenFor(), NEW_PASSWORD)) as URL;
    expect((await browser.open(saved)).status).toBe(200);
    for (const cookie of ['', 'done=new-email', 'done=', 'done=new-password; done=first-password']) {
      const linked = await new Browser(provider).open(saved, { headers: { cookie } });
      expect([linked.status, locationOf(linked)?.pathname]).toEqual([303, '/auth/console/sign-in']);
    }
    const [line] = (await save(await tokenFor(), NEW_PASSWORD)).headers
      .getSetCookie()
      .filter((cookie) => cookie.startsWith('done='));
    expect(line).toBe('done=new-password; Path=/auth; Max-Age=600; HttpOnly; SameSite=Lax');
  });

  it('GET /auth/new-password/saved: a first password signs nobody out, and the page does not say so', async () => {
    await provider.query('UPDATE credentials SET password_hash = NULL WHERE user_id = $1', [user.id]);
    const page = await (await browser.follow(await save(await tokenFor(), NEW_PASSWORD))).text();
    expect(page).toContain('<p>You can now sign in with it.</p>');
    // An invitation that was being written meanwhile has no link that would work for a week.
    const another = provider.app
      .get(PasswordLinks, { strict: false })
      .create(user.id, 60, { email: user.email, isFirst: true });
    await expect(another).rejects.toThrow('a password was chosen');
  });

  it('GET /auth/new-password/saved: the link to the sign-in asks for a password, whoever is signed in', async () => {
    const shared = await ConsoleBrowser.signedIn(provider, {
      email: 'manager@demo.example',
      password: credentials.password,
    });
    const token = await tokenFor();
    const saved = await shared.submit(`${newPassword}?token=${token}`, {
      token,
      password: NEW_PASSWORD,
      repeated: NEW_PASSWORD,
    });
    const page = await (await shared.follow(saved)).text();
    const [, link = ''] = /class="button primary" href="([^"]+)"/.exec(page) ?? [];
    const next = await shared.follow(await shared.open(authUrl + link.replaceAll('&amp;', '&')));
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('name="password"')]);
  });

  it('a sign-in that was proven with the password of before, and finished after it was changed, counts for nothing', async () => {
    const page = locationOf(await browser.open(authorizationUrl())) as URL;
    const proven = await browser.submit(page, { email: user.email, password: NEW_PASSWORD });
    const resume = locationOf(proven) as URL;
    expect((await save(await tokenFor(), 'eight loud kettles whistle')).status).toBe(303);
    const resumed = locationOf(await browser.open(resume));
    expect(resumed?.pathname).toMatch(/^\/auth\/sign-in\//);
    expect((await save(await tokenFor(), NEW_PASSWORD)).status).toBe(303);
  });

  it('POST /auth/forgotten-password: one answer for a known, an unknown, a disabled and an impossible address', async () => {
    const disabled = 'former@demo.example';
    await provider.query(
      "INSERT INTO users (id, version, email, given_name, family_name, disabled, roles) VALUES (gen_random_uuid(), 1, $1, '', '', true, '[]')",
      [disabled],
    );
    await provider.query(
      'INSERT INTO credentials (user_id, email_key) SELECT id, email FROM users WHERE email = $1',
      [disabled],
    );
    await eventually(async () =>
      expect(await provider.query('SELECT 1 FROM outgoing_mails WHERE delivered_at IS NULL')).toEqual([]),
    );
    const before = mailServer.mails.length;
    const answers = [];
    for (const email of [
      disabled,
      'nobody@demo.example',
      'x\u0000y@demo.example',
      'a'.repeat(300),
      '',
      user.email,
    ]) {
      const response = await browser.submit(forgotten, { email });
      const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers);
      answers.push({ status: response.status, headers, body: await response.text() });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await eventually(() => expect(mailServer.mails.length).toBe(before + 1));
    await eventually(async () =>
      expect(await provider.query("SELECT 1 FROM outgoing_mails WHERE email_key LIKE '%nobody%'")).toEqual(
        [],
      ),
    );
  });

  it('POST /auth/forgotten-password 303: after three mails in an hour an address gets no more, and nobody is told', async () => {
    const count = async (): Promise<number> =>
      (await provider.query("SELECT 1 FROM outgoing_mails WHERE email_key = 'manager@demo.example'")).length;
    for (let tries = 0; tries < 5; tries += 1)
      expect((await browser.submit(forgotten, { email: 'manager@demo.example' })).status).toBe(303);
    expect(await count()).toBe(3);
  });

  it('POST /auth/forgotten-password 429 with Retry-After: after thirty from one network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const ask = (email: string) =>
      browser.open(forgotten, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ email }),
      });
    for (let tries = 0; tries < 30; tries += 1) await ask(`${tries}@demo.example`);
    const response = await ask('one.more@demo.example');
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const page = await response.text();
    expect(page).toContain('Too many links');
    expect(page).toMatch(/ value="one\.more@demo\.example"[^>]* aria-describedby="failure"/);
    expect((await browser.submit(forgotten, { email: 'from.elsewhere@demo.example' })).status).toBe(303);
  });

  it('POST /auth/new-password 303: whoever was signed in is signed out, and the old password is none any more', async () => {
    const tokens = await tokensFor(provider, browser).catch(async () => {
      await signIn(browser, authorizationUrl(), { email: user.email, password: NEW_PASSWORD });
      return undefined;
    });
    const changed = 'four green barrels whistle';
    expect((await save(await tokenFor(), changed)).status).toBe(303);
    if (tokens) expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
    const [alive] = await provider.query<{ count: number }>(
      'SELECT count(*)::int FROM sessions WHERE user_id = $1 AND ended_at IS NULL',
      [user.id],
    );
    expect(alive?.count).toBe(0);
    expect([await byPassword(changed), await byPassword(NEW_PASSWORD)]).toEqual([200, 400]);
  });

  it('400: a link that was used, one of two used at once, an expired one, none, and one given twice', async () => {
    const token = await tokenFor();
    const both = await Promise.all([save(token, NEW_PASSWORD), save(token, 'four green barrels whistle')]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    const used = await browser.open(`${newPassword}?token=${token}`);
    const page = await used.text();
    expect([used.status, page.includes('no longer works')]).toEqual([400, true]);
    // It may have been sent twice, as here: the first one is saved.
    const saved = [/If you sent the form twice, it is saved\./, /href="\/auth\/console\/sign-in\?fresh"/];
    const late = [both.find(({ status }) => status === 400), await save(token, NEW_PASSWORD)];
    for (const answer of late) {
      const told = await answer?.text();
      for (const words of saved) expect(told).toMatch(words);
    }
    // So may it have been by whoever goes back to the link.
    for (const words of saved) expect(page).toMatch(words);
    expect((await save(await tokenFor(-1), NEW_PASSWORD)).status).toBe(400);
    expect((await browser.open(newPassword)).status).toBe(400);
    const twice = new URLSearchParams([
      ['token', await tokenFor()],
      ['token', await tokenFor()],
      ['password', NEW_PASSWORD],
    ]);
    expect((await browser.open(newPassword, { method: 'POST', body: twice })).status).toBe(400);
  });

  const formAgain = async (response: Response | undefined) => {
    expect(response?.headers.get('retry-after')).toMatch(/^[1-4]$/);
    const page = await response?.text();
    expect(page).toContain('<p role="alert" id="failure">There is too much going on right now.');
    expect(page).toMatch(
      /name="password"[^>]*value=""[^>]* aria-describedby="failure password-hint" autofocus>/,
    );
  };

  it('429 with Retry-After, and the form again: clicked ten times, which saves once', async () => {
    const token = await tokenFor();
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(token, NEW_PASSWORD)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 400, 429]));
    await formAgain(refused[0]);
  });

  it('429 with Retry-After, and the form again: ten passwords of the user were checked; the link still works', async () => {
    const token = await tokenFor();
    await useUp(provider, [newPasswordLimit(user.id)], MOST_NEW_PASSWORDS - 1);
    expect((await save(token, 'password1234')).status).toBe(422);
    const refused = await save(token, NEW_PASSWORD);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('Please try again in 15 minutes.');
    await provider.query('TRUNCATE counters');
    expect((await save(token, NEW_PASSWORD)).status).toBe(303);
  });

  it('503 with Retry-After, and the form again: too many passwords wait to be hashed', async () => {
    const token = await tokenFor();
    const passwords = provider.app.get(Passwords, { strict: false });
    const held = Promise.withResolvers<void>();
    // More than are hashed at a time and may wait; the rest is refused.
    const others = Array.from({ length: 200 }, () => passwords.inTurn(() => held.promise, true));
    const waiting = Promise.allSettled(others);
    const response = await save(token, NEW_PASSWORD);
    held.resolve();
    await waiting;
    expect(response.status).toBe(503);
    await formAgain(response);
    expect((await save(token, NEW_PASSWORD)).status).toBe(303);
  });

  it('a used link ends the other links of its user; opening one uses nothing up', async () => {
    const [first, second] = [await tokenFor(), await tokenFor()];
    for (let times = 0; times < 3; times += 1)
      expect((await browser.open(`${newPassword}?token=${first}`)).status).toBe(200);
    expect((await save(first, NEW_PASSWORD)).status).toBe(303);
    expect((await save(second, NEW_PASSWORD)).status).toBe(400);
  });

  it('422: what is wrong with the password is said at its field, and the link still works', async () => {
    const token = await tokenFor();
    const cases = [
      ['short', 'short', 'password-error', 'at least 12 characters'],
      ['password1234', 'password1234', 'password-error', 'Too easy to guess'],
      [user.email, user.email, 'password-error', 'without your name'],
      [NEW_PASSWORD, `${NEW_PASSWORD}!`, 'repeated-error', 'not the same'],
    ] as const;
    for (const [password, repeated, error, words] of cases) {
      const response = await save(token, password, repeated);
      const html = await response.text();
      expect([response.status, html.includes(words)]).toEqual([422, true]);
      expect(html).toMatch(new RegExp(`id="${error}">[^<]*${words}`));
      const [first = '', ...more] = html.match(/<input[^>]* autofocus>/g) ?? [];
      expect(more).toEqual([]);
      for (const attribute of [
        'name="password"',
        'value=""',
        `aria-invalid="true" aria-describedby="${error}`,
      ])
        expect(first).toContain(attribute);
    }
    expect((await save(token, NEW_PASSWORD)).status).toBe(303);
  });

  it('403: a form that a page of another site sends', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const response = await browser.open(forgotten, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ email: user.email }),
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        403,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('no token is stored that opens anything', async () => {
    expect(await storedAs(provider, await tokenFor(), 'password_links')).toBe('digest');
  });

  it('200 without a mail server: the page says whom to ask, and nothing is queued', async () => {
    const silent = await provider.addReplica({ SMTP_URL: '', DEMO: 'false' });
    const there = new Browser(silent);
    const before = await provider.query('SELECT 1 FROM outgoing_mails');
    for (const response of [
      await there.open(forgotten),
      await there.submit(forgotten, { email: user.email }),
    ])
      expect([response.status, (await response.text()).includes('Ask the operators')]).toEqual([200, true]);
    expect((await provider.query('SELECT 1 FROM outgoing_mails')).length).toBe(before.length);
    expect((await there.open(`${issuer}/demo/mailbox`)).status).toBe(404);
  });
});
