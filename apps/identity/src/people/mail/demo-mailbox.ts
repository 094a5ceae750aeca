import { v7 as newId } from 'uuid';
import type { Database } from '../../storage/database/database.js';
import type { Mail, MailTransport } from './mail.js';

/** A mail as the mailbox page shows it. */
export interface DemoMail {
  recipient: string;
  subject: string;
  text: string;
  sentAt: Date;
}

const MOST_SHOWN = 50;

/** For the demo, instead of an SMTP server: mails stay here, for everybody to read. */
export class DemoMailbox implements MailTransport {
  constructor(private readonly database: Database) {}

  async send({ to, subject, text }: Mail): Promise<void> {
    await this.database.change(
      'INSERT INTO demo_mails (id, recipient, subject, body) VALUES ($1, $2, $3, $4)',
      [newId(), to, subject, text],
    );
  }

  /** The latest mails, the newest first. */
  latest(): Promise<DemoMail[]> {
    return this.database.rows<DemoMail>(
      'SELECT recipient, subject, body AS text, sent_at AS "sentAt" FROM demo_mails ORDER BY id DESC LIMIT $1',
      [MOST_SHOWN],
    );
  }
}
