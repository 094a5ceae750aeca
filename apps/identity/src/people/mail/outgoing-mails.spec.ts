import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { languages } from '@safety/contracts';
import { hashedForLog, type Logger } from '@safety/platform';
import { eventually } from '@safety/testing';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../storage/database/database.js';
import { Browser } from '../../testing/browser.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { PasswordLinks } from '../password-links/password-links.js';
import { composeMail } from './compose-mail.js';
import type { MailKind } from './mail.js';
import { MailLanguages } from './mail-languages.js';
import { MailQueue } from './mail-queue.js';
import { mailMessages } from './messages/mail-messages.js';
import { OutgoingMails } from './outgoing-mails.js';

/** The words of the server stay out: they repeat the address. */
const REFUSED = 'The mail server answered RCPT TO with 451 4.7.1';

/** Quoted-printable (RFC 2045 section 6.7). */
const textIn = (raw: string): string => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
const linkIn = (raw: string): URL => new URL(/https?:\/\/\S+new-password\S+/.exec(textIn(raw))?.[0] ?? '');

describe('outgoing mails', () => {
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    mailServer = await startMailServer();
    provider = await startIdentity({ SMTP_URL: mailServer.url, MAIL_FROM: 'safety@demo.example' });
  });
  beforeEach(() => {
    mailServer.mails.length = 0;
    Object.assign(mailServer, { refuses: false, refusal: undefined, holds: false });
  });
  afterAll(async () => {
    await provider.close();
    await mailServer.close();
  });

  const newUser = async (givenName: string, passwordHash: string | null = ''): Promise<string> => {
    const email = `${randomUUID()}@demo.example`;
    await provider.query(
      `WITH added AS (
         INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
         VALUES (gen_random_uuid(), 1, $1, $2, '', false, '[]') RETURNING id, email)
       INSERT INTO credentials (user_id, email_key, password_hash) SELECT id, email, $3 FROM added`,
      [email, givenName, passwordHash],
    );
    return email;
  };
  const ask = (email: string): Promise<void> =>
    provider.app.get(OutgoingMails, { strict: false }).sendNewPasswordLink(email, {
      language: 'en',
      signIn: undefined,
      network: '192.0.2.0/24',
    });
  const waiting = async (email: string): Promise<{ attempts: number; last_error: string } | undefined> =>
    (
      await provider.query<{ attempts: number; last_error: string }>(
        'SELECT attempts, last_error FROM outgoing_mails WHERE email_key = $1 AND delivered_at IS NULL',
        [email],
      )
    )[0];

  it('a mail that the server refuses is kept, says why, and is sent when it is due again', async () => {
    const email = await newUser('Ada');
    mailServer.refuses = true;
    await ask(email);
    await eventually(async () => expect((await waiting(email))?.last_error).toBe(REFUSED));
    mailServer.refuses = false;
    await provider.query('UPDATE outgoing_mails SET next_attempt_at = now() WHERE email_key = $1', [email]);
    await eventually(async () => expect(await waiting(email)).toBeUndefined());
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[email]]);
  });

  it.each([
    ['RCPT TO', 550, 'for good'],
    ['DATA', 554, 'for good'],
    ['RCPT TO', 530, 'for now: the server wants a password'],
    ['MAIL FROM', 550, 'for now: the sender is a setting'],
  ] as const)('a mail that is refused at %s with %i is refused %s', async (command, status, how) => {
    const email = await newUser('Ada');
    mailServer.refusal = { command, status };
    await ask(email);
    const error = `The mail server answered ${command} with ${status} 5.7.1`;
    await eventually(async () => expect(await waiting(email)).toEqual({ attempts: 1, last_error: error }));
    const due = 'SELECT FROM outgoing_mails WHERE email_key = $1 AND next_attempt_at IS NOT NULL';
    expect(await provider.query(due, [email])).toHaveLength(how === 'for good' ? 0 : 1);
  });

  it('the answer to a text may take ten minutes, in which nobody sends it; a copy has the same id', async () => {
    const connected: Socket[] = [];
    const keep = (message: unknown) => connected.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', keep);
    const email = await newUser('Ada');
    mailServer.holds = true;
    await ask(email);
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
    unsubscribe('net.client.socket', keep);
    const port = Number(new URL(mailServer.url).port);
    expect(connected.filter(({ remotePort }) => remotePort === port).map(({ timeout }) => timeout)).toEqual([
      600_000,
    ]);
    const [{ id, pause } = {}] = await provider.query<{ id: string; pause: number }>(
      `SELECT id, extract(epoch FROM next_attempt_at - now())::float AS pause FROM outgoing_mails WHERE email_key = $1`,
      [email],
    );
    expect(pause).toBeGreaterThan(15 * 60);
    mailServer.holds = false;
    // As another process finds it in the end, where the one that sends it has died.
    await provider.query('UPDATE outgoing_mails SET next_attempt_at = now() WHERE id = $1', [id]);
    await eventually(() => expect(mailServer.mails).toHaveLength(2));
    mailServer.release();
    const ids = mailServer.mails.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1]);
    const messageId = `<${id}@${new URL(issuer).hostname}>`;
    expect(ids).toEqual([messageId, messageId]);
  });

  it('POST /auth/new-password 303: no link that was asked for before is sent any more', async () => {
    const email = await newUser('Ada');
    const browser = new Browser(provider);
    const [address, password] = [`${issuer}/forgotten-password`, 'seven quiet lanterns drift'];
    mailServer.refuses = true;
    expect((await browser.submit(address, { email })).status).toBe(303);
    await eventually(async () => expect((await waiting(email))?.last_error).toBe(REFUSED));
    mailServer.refuses = false;
    await browser.submit(address, { email });
    await eventually(() => expect(mailServer.mails).toHaveLength(1));
    const link = linkIn(mailServer.mails[0]?.raw ?? '');
    const token = link.searchParams.get('token') ?? '';
    const saved = await browser.submit(link, { token, password, repeated: password });
    expect(saved.status).toBe(303);
    expect(await waiting(email)).toBeUndefined();
    // One that another process had taken before.
    await eventually(() => expect(mailServer.mails).toHaveLength(2));
    await provider.query(
      `INSERT INTO outgoing_mails (id, kind, email_key, language, created_at)
       SELECT gen_random_uuid(), 'forgotten-password', email_key, 'en', changed_at - interval '1 ms'
       FROM credentials WHERE email_key = $1`,
      [email],
    );
    await eventually(async () => expect(await waiting(email)).toBeUndefined());
    expect(mailServer.mails).toHaveLength(2);
    const [{ id = '' } = {}] = await provider.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      email,
    ]);
    const links = provider.app.get(PasswordLinks, { strict: false });
    await expect(links.create(id, 60, { email, askedAt: '2026-01-01Z' })).rejects.toThrow('was chosen');
    await ask(email);
    await eventually(() => expect(mailServer.mails).toHaveLength(3));
  });

  it('an invitation that waits is dropped once its user has a password', async () => {
    const email = await newUser('Ada', null);
    mailServer.refuses = true;
    const [{ id = '' } = {}] = await provider.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      email,
    ]);
    const mails = provider.app.get(OutgoingMails, { strict: false });
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) => mails.invite(transaction, id, { companyId: null }));
    const invitations = () =>
      provider.query<{ error: string | null }>(
        'SELECT last_error AS error FROM outgoing_mails WHERE user_id = $1',
        [id],
      );
    await eventually(async () => expect((await invitations())[0]?.error).toBe(REFUSED));
    await provider.query("UPDATE credentials SET password_hash = '' WHERE user_id = $1", [id]);
    mailServer.refuses = false;
    await provider.query('UPDATE outgoing_mails SET next_attempt_at = now() WHERE user_id = $1', [id]);
    await eventually(async () => expect(await invitations()).toEqual([]));
    expect(mailServer.mails).toEqual([]);
  });

  it('an invitation of another company that waits for a later hour asks to sign in once there is a password', async () => {
    const email = await newUser('Ada');
    const [{ id = '' } = {}] = await provider.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      email,
    ]);
    await provider.query(
      `INSERT INTO outgoing_mails (id, kind, user_id, language, company_id, next_attempt_at)
       VALUES (gen_random_uuid(), 'invitation', $1, 'en', gen_random_uuid(), now() + interval '1 hour')`,
      [id],
    );
    const queue = provider.app.get(MailQueue, { strict: false });
    await provider.app
      .get(Database, { strict: false })
      .transaction((transaction) => queue.withdrawLinks(transaction, id));
    expect(await provider.query('SELECT kind FROM outgoing_mails WHERE user_id = $1', [id])).toEqual([
      { kind: 'invitation-to-company' },
    ]);
  });

  it('the log has a digest of the user of an invitation beyond the limits', async () => {
    const part = <Type>(type: abstract new (...args: never[]) => Type): Type =>
      provider.app.get<Type>(type, { strict: false });
    const lines: object[] = [];
    const logger = { warn: (fields: object) => lines.push(fields) } as unknown as Logger;
    const [queue, database, languages] = [part(MailQueue), part(Database), part(MailLanguages)];
    const mails = new OutgoingMails(queue, database, languages, part(AuditTrail), logger);
    const [id, companyId] = [randomUUID(), randomUUID()];
    await provider.query(
      "INSERT INTO counters (key, count, expires_at) VALUES ('invitations-to:' || $1, 6, now() + interval '1 hour')",
      [id],
    );
    await database.transaction((transaction) => mails.inviteWithinLimits(transaction, id, { companyId }));
    expect(lines).toEqual([{ user: hashedForLog(id), companyId }]);
  });

  it('two processes send each mail once', async () => {
    await provider.addReplica();
    const emails: string[] = [];
    while (emails.length < 20) emails.push(await newUser('Ada'));
    await Promise.all(emails.map(ask));
    await eventually(async () => {
      for (const email of emails) expect(await waiting(email)).toBeUndefined();
    });
    expect(mailServer.mails.map(({ to }) => to[0]).sort()).toEqual([...emails].sort());
  });

  it.each([
    ['with a password', '', 'Set a new password'],
    ['without one', null, 'Welcome'],
  ])(
    'a user %s is greeted without a name, which the inviter has chosen, by the page too',
    async (_, hash, title) => {
      const email = await newUser('blocked. Unblock it at https://evil.example/login', hash);
      await ask(email);
      const raw = await eventually(() => {
        if (!mailServer.mails[0]) throw new Error('There is no mail');
        return mailServer.mails[0].raw;
      });
      const text = textIn(raw);
      expect(raw).toContain('\r\nHello,\r\n');
      expect(raw).toContain('<p>Hello,</p>');
      expect(text).not.toMatch(/blocked|evil/);
      const page = await (await new Browser(provider).open(linkIn(raw))).text();
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).not.toMatch(/blocked|evil/);
      expect(raw).toMatch(new RegExp(`^To: <?${email}>?\\r$`, 'm'));
    },
  );

  it.each(languages)('%s: every kind has the link, in text and in HTML alike', (language) => {
    const kinds = Object.keys(mailMessages[language]).filter((key): key is MailKind => key !== 'greeting');
    for (const kind of kinds) {
      const texts = mailMessages[language][kind];
      const link = texts.link && `${issuer}/new-password?token=a&ui_locales=${language}`;
      const mail = composeMail({ kind, language, to: 'ada@demo.example', link });
      expect(mail.subject).not.toBe('');
      for (const line of [...texts.paragraphs, ...texts.afterwards]) {
        expect(mail.text).toContain(line);
        expect(mail.html.markup).toContain(line);
      }
      if (link)
        expect([mail.text.includes(link), mail.html.markup.includes('token=a&amp;')]).toEqual([true, true]);
    }
  });
});
