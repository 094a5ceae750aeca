import type { Transporter } from 'nodemailer';
import type { Mail, MailTransport } from './mail.js';
import { MailNotSent } from './mail-not-sent.js';

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * RFC 5321 section 4.5.3.2.6: a server that looks through a mail first answers its text minutes later. With
 * less, each try would send a copy.
 */
const ANSWER_TIMEOUT_MS = 10 * 60_000;
/** For the answer to the text, and for all before it. */
export const SEND_WITHIN_SECONDS = 15 * 60;

/** Hands mails to the SMTP server of `SMTP_URL`; throws `MailNotSent`. */
export class SmtpTransport implements MailTransport {
  private transporter: Promise<Transporter> | undefined;

  /** @param host the right side of message ids */
  constructor(
    private readonly url: string,
    private readonly from: string,
    private readonly host: string,
  ) {}

  async send({ to, language, subject, text, html }: Mail, id: string): Promise<void> {
    // Loaded with the first mail: a service that sends none does not pay for it.
    this.transporter ??= this.connect();
    const transporter = await this.transporter;
    const sending = transporter.sendMail({
      from: this.from,
      // A text could be a list of addresses.
      to: { name: '', address: to },
      messageId: `<${id}@${this.host}>`,
      subject,
      text,
      html: html.markup,
      // RFC 3834: no automatic replies, please.
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      signal: AbortSignal.timeout(SEND_WITHIN_SECONDS * 1000),
    });
    await sending.catch((error: unknown) => {
      throw new MailNotSent(error);
    });
  }

  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
