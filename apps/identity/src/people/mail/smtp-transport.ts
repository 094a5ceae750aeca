import type { Transporter } from 'nodemailer';
import type { Mail, MailTransport } from './mail.js';
import { MailNotSent } from './mail-not-sent.js';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** Hands mails to the SMTP server of `SMTP_URL`; throws `MailNotSent`. */
export class SmtpTransport implements MailTransport {
  private transporter: Promise<Transporter> | undefined;

  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {}

  async send({ to, language, subject, text, html }: Mail): Promise<void> {
    // Loaded with the first mail: a service that sends none does not pay for it.
    this.transporter ??= this.connect();
    const transporter = await this.transporter;
    const sending = transporter.sendMail({
      from: this.from,
      // A text could be a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html: html.markup,
      // RFC 3834: no automatic replies, please.
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
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
