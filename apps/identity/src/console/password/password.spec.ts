import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { consolePath, consolePaths } from '../../paths/console.js';
import { PasswordLinks } from '../../people/password-links/password-links.js';
import { PasswordChange } from '../../people/passwords/password-change.js';
import { MOST_NEW_PASSWORDS, newPasswordLimit } from '../../people/users/sign-in-limits.js';
import { locationOf } from '../../testing/browser.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import { authorizationUrl, credentials, passwordClient, requestToken, signIn } from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { useUp } from '../../testing/limited-requests.js';

const manager = { email: 'manager@demo.example', password: credentials.password };
const employee = { email: 'employee@demo.example', password: credentials.password };
const better = 'seven quiet lanterns drift';

describe('console: password', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  beforeEach(() => provider.query('TRUNCATE counters'));
  afterAll(() => provider.close());

  const signsIn = async (username: string, password: string): Promise<boolean> => {
    const form = { grant_type: 'password', username, password, scope: 'openid' };
    return (await requestToken(provider, { ...form, ...passwordClient })).status === 200;
  };

  it('POST 303: the new one counts, the old one does not; other sessions and links of mails have ended, this one goes on', async () => {
    const [browser, other] = [
      await ConsoleBrowser.signedIn(provider, manager),
      await ConsoleBrowser.signedIn(provider, manager),
    ];
    const { id = '' } = demoUsers.find(({ email }) => email === manager.email) ?? {};
    const link = { token: await provider.app.get(PasswordLinks, { strict: false }).create(id, 60) };
    const page = await browser.sendAndFollow(consolePaths.password, { password: better, repeated: better });
    expect(page).toContain('Your password is changed.');
    expect([await signsIn(manager.email, better), await signsIn(manager.email, manager.password)]).toEqual([
      true,
      false,
    ]);
    expect((await other.open(authUrl + consolePath)).status).toBe(303);
    const byLink = {
      ...link,
      password: 'eight loud kettles whistle',
      repeated: 'eight loud kettles whistle',
    };
    expect((await other.submit(`${issuer}/new-password`, byLink)).status).toBe(400);
    const records = await provider.query("SELECT 1 FROM audit_records WHERE type = 'password-changed'");
    expect(records).toHaveLength(1);
  });

  it('POST 303 twice, by a double click: changed once, and told so twice', async () => {
    const admin = { email: 'admin@other.example', password: credentials.password };
    const browser = await ConsoleBrowser.signedIn(provider, admin);
    const fields = { password: better, repeated: better, submission: 'clicked twice' };
    const send = () => browser.sendAndFollow(consolePaths.password, fields);
    for (const page of await Promise.all([send(), send(), send()]))
      expect(page).toContain('Your password is changed.');
    const { id = '' } = demoUsers.find(({ email }) => email === admin.email) ?? {};
    const records = await provider.query(
      "SELECT 1 FROM audit_records WHERE type = 'password-changed' AND user_id = $1",
      [id],
    );
    expect(records).toHaveLength(1);
  });

  it('POST 303 to the sign-in: a reset by e-mail that was saved meanwhile stays', async () => {
    const { id = '' } = demoUsers.find(({ email }) => email === 'both@demo.example') ?? {};
    const owner = { email: 'both@demo.example', givenName: 'Bo', familyName: 'Both' };
    await ConsoleBrowser.signedIn(provider, { email: owner.email, password: credentials.password });
    const [{ sid = '' } = {}] = await provider.query<{ sid: string }>(
      'SELECT sid FROM sessions WHERE user_id = $1 AND ended_at IS NULL',
      [id],
    );
    const change = provider.app.get(PasswordChange, { strict: false });
    const token = await provider.app.get(PasswordLinks, { strict: false }).create(id, 60);
    const linked = { id, ...owner, hasPassword: true };
    expect(await change.byLink(token, linked, 'eight loud kettles whistle', 'en')).toBe('saved');
    expect(await change.byOwner(id, owner, better, { sid, language: 'en' })).toBe('signed-out');
    expect(await signsIn(owner.email, 'eight loud kettles whistle')).toBe(true);
  });

  it('GET 200: names the account, and the page of a form that was not taken who is signed in by now', async () => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    expect(await browser.text(consolePaths.password)).toContain('For the account employee@demo.example');
    const csrf = await browser.csrf();
    // Somebody else signs in at an application in another tab; the page there sends its form by a script.
    const change = await (await signIn(browser, authorizationUrl({ prompt: 'login' }), credentials)).text();
    const [, action = ''] = / action="([^"]+)"/.exec(change) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(change) ?? [];
    await browser.follow(await browser.submit(new URL(action, authUrl), { xsrf, logout: 'yes' }));
    const sent = await browser.submit(authUrl + consolePaths.password, {
      password: better,
      repeated: better,
      csrf,
    });
    const page = await (await browser.follow(sent)).text();
    expect(page).toContain('Nothing was saved: you had to sign in again first.');
    expect(page).toMatch(new RegExp(`You are signed in as [^(]+\\(${credentials.email}\\)`));
    expect(await signsIn(employee.email, employee.password)).toBe(true);
  });

  it.each([
    { password: 'short', repeated: 'short', says: 'Too short' },
    { password: 'password1234', repeated: 'password1234', says: 'Too easy to guess' },
    { password: better, repeated: 'another', says: 'The two passwords are not the same.' },
    { password: '', repeated: '', says: 'Too short' },
  ])('POST 422: $says; the old one goes on', async ({ says, ...fields }) => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    const response = await browser.send(consolePaths.password, fields);
    const page = await response.text();
    expect([response.status, page]).toEqual([422, expect.stringContaining(says)]);
    expect(page).not.toContain(`value="${fields.password || 'nothing'}"`);
    expect(await signsIn(employee.email, employee.password)).toBe(true);
  });

  it('POST 429 and the form again: thirty at once of one user; another user is served meanwhile', async () => {
    const [greedy, modest] = [
      await ConsoleBrowser.signedIn(provider, employee),
      await ConsoleBrowser.signedIn(provider, credentials),
    ];
    const weak = { password: 'password1234', repeated: 'password1234' };
    const csrf = await greedy.csrf();
    const many = Array.from({ length: 30 }, () =>
      greedy.open(authUrl + consolePaths.password, {
        method: 'POST',
        body: new URLSearchParams({ ...weak, csrf }),
      }),
    );
    const other = await modest.send(consolePaths.password, weak);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status === 429);
    expect([other.status, refused.length > 0]).toEqual([422, true]);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    const page = await refused[0]?.text();
    expect(page).toContain('There is too much going on right now.');
    expect(page).toContain('name="repeated"');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]));
  });

  it('POST 429: a form whose password was not taken five times; its page has to be opened again', async () => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    const weak = { password: 'password1234', repeated: 'password1234', submission: 'sent again' };
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1)
      statuses.push((await browser.send(consolePaths.password, weak)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    const refused = await browser.send(consolePaths.password, weak);
    expect(refused.status).toBe(429);
    const page = await refused.text();
    expect(page).toContain('Open its page again and repeat what you did.');
    expect(page).toContain(`<code>${refused.headers.get('x-request-id')}</code>`);
  });

  it('POST 429 with Retry-After, and the form again: ten passwords of a user were checked; others have theirs', async () => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    const other = await ConsoleBrowser.signedIn(provider, credentials);
    const weak = { password: 'password1234', repeated: 'password1234' };
    const { id = '' } = demoUsers.find(({ email }) => email === employee.email) ?? {};
    await useUp(provider, [newPasswordLimit(id)], MOST_NEW_PASSWORDS - 1);
    // No check is counted that there was not.
    expect((await browser.send(consolePaths.password, { password: 'short', repeated: 'short' })).status).toBe(
      422,
    );
    expect((await browser.send(consolePaths.password, weak)).status).toBe(422);
    const refused = await browser.send(consolePaths.password, { password: better, repeated: better });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const page = await refused.text();
    expect(page).toMatch(/Too many new passwords have been tried\. Please try again in 15 minutes\./);
    expect(page).toContain('name="repeated"');
    expect(await signsIn(employee.email, employee.password)).toBe(true);
    expect((await other.send(consolePaths.password, weak)).status).toBe(422);
  });

  it('303: the old one was entered too long ago, for the form and for what it sends', async () => {
    const browser = await ConsoleBrowser.signedIn(provider, employee);
    await provider.query("UPDATE console_sessions SET authenticated_at = now() - interval '1 hour'");
    const opened = await browser.open(authUrl + consolePaths.password);
    const sent = await browser.send(consolePaths.password, { password: better, repeated: better });
    for (const answer of [opened, sent]) {
      expect([answer.status, locationOf(answer)?.pathname]).toEqual([303, consolePaths.signIn]);
    }
    expect(await signsIn(employee.email, better)).toBe(false);
    const form = await browser.signInAt(consolePaths.password, employee);
    expect(await form.text()).toContain('<h1>Change password</h1>');
  });
});
