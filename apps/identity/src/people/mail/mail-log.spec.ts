import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { user } from '../../testing/flows.js';
import { startIdentityProcess } from '../../testing/identity-process.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { MailNotSent } from './mail-not-sent.js';
import { OutgoingMails } from './outgoing-mails.js';

describe('the log of mails names nobody', () => {
  let mailServer: MailServer;
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    mailServer = await startMailServer();
    mailServer.refuses = true;
    // Sends none itself.
    provider = await startIdentity();
  });
  afterAll(async () => {
    await provider.close();
    await mailServer.close();
  });

  it.each([
    ['is refused', () => mailServer.url, { code: 'EENVELOPE', status: 451 }],
    // Nothing listens there.
    ['finds no server', () => 'smtp://127.0.0.1:9', { code: 'ECONNREFUSED' }],
  ])('where a mail %s: the line says why', async (_, url, why) => {
    const mails = provider.app.get(OutgoingMails, { strict: false });
    await mails.sendNewPasswordLink(user.email, {
      language: 'en',
      signIn: undefined,
      network: '192.0.2.0/24',
    });
    const env = { SMTP_URL: url(), MAIL_FROM: 'safety@sender.example' };
    const { complaints, end } = await startIdentityProcess(provider, env);
    const failures = () => complaints.filter((line) => line.includes('deliveries: a delivery failed'));
    await eventually(() => expect(failures()).not.toEqual([]));
    await end('SIGTERM');
    await provider.query('DELETE FROM outgoing_mails');
    expect(JSON.parse(failures()[0] ?? '')).toMatchObject({ err: { type: 'MailNotSent', ...why } });
    expect(complaints.join()).not.toMatch(/demo\.example|Later, please/);
  });

  it.each([
    [
      'a recipient that nodemailer refuses',
      { code: 'EENVELOPE', command: 'API' },
      'The mail could not be sent: EENVELOPE',
    ],
    [
      'an answer to the text',
      { code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 ada@demo.example is unknown' },
      'The mail server answered DATA with 550',
    ],
    [
      'members that are no words',
      { code: 'ada@demo.example', command: 'ada@demo.example', responseCode: 554, response: '554-5.7.1ada' },
      'The mail server answered a command with 554',
    ],
  ])('in the words of %s', (_, members, words) => {
    const error = new MailNotSent(Object.assign(new Error('Invalid recipient "ada@demo.example"'), members));
    expect(error.message).toBe(words);
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('ada');
    expect(error.cause).toBeUndefined();
  });

  it.each([
    ['RCPT TO', 550, true],
    ['DATA', 552, true],
    ['RCPT TO', 451, false],
    ['RCPT TO', 530, false],
    ['AUTH PLAIN', 535, false],
    ['EHLO', 550, false],
    ['MAIL FROM', 553, false],
    ['CONN', 554, false],
  ])('%s with %i: whether that is for good', (command, responseCode, permanent) => {
    const error = Object.assign(new Error('Refused'), { command, responseCode, permanent: true });
    expect(new MailNotSent(error).permanent).toBe(permanent);
  });

  it('where the certificate is not believed, whose error says what to do', () => {
    const refused = Object.assign(new Error('self-signed certificate'), {
      code: 'ESOCKET',
      originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      command: 'CONN',
    });
    const error = new MailNotSent(refused);
    expect([error.code, error.cause]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', refused]);
  });
});
