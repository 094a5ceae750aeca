import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { Database } from '../../storage/database/database.js';
import { DemoMailbox } from './demo-mailbox.js';
import type { MailTransport } from './mail.js';
import { SmtpTransport } from './smtp-transport.js';

type MailSettings = Pick<IdentitySettings, 'AUTH_URL' | 'SMTP_URL' | 'MAIL_FROM' | 'DEMO'>;

/** The way that mails leave by: SMTP, in the demo the mailbox page, else none. */
@Injectable()
export class Mailer {
  readonly transport: MailTransport | undefined;
  /** Only in the demo, and only without SMTP. */
  readonly demoMailbox: DemoMailbox | undefined;

  constructor(database: Database, @InjectSettings() { AUTH_URL, SMTP_URL, MAIL_FROM, DEMO }: MailSettings) {
    if (SMTP_URL !== undefined && MAIL_FROM !== undefined)
      this.transport = new SmtpTransport(SMTP_URL, MAIL_FROM, new URL(AUTH_URL).hostname);
    else if (DEMO) this.transport = this.demoMailbox = new DemoMailbox(database);
  }
}
