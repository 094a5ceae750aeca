import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Language } from '@safety/contracts';
import { type Delivery, DeliveryQueue } from '@safety/deliveries';
import { InjectLogger, type Logger, Tracing } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { Database, type Transaction } from '../../storage/database/database.js';
import { composeMail } from './compose-mail.js';
import type { MailKind } from './mail.js';
import { MailLetters, type MailRequest } from './mail-letters.js';
import { Mailer } from './mailer.js';
import { SEND_WITHIN_SECONDS } from './smtp-transport.js';

type OutgoingMail = Delivery & MailRequest;

interface Addressee {
  userId?: string;
  emailKey?: string;
  signIn?: string | undefined;
  /** In place of the user's own. */
  address?: string | undefined;
  /** That invites. */
  companyId?: string | null;
}

const CONCURRENCY = 5;
/** A database that is slow has some of it for the letter. */
const LONGEST_SECONDS = SEND_WITHIN_SECONDS + 30;

/**
 * Mails under way, in PostgreSQL until the mail server has them. A row says who gets what; text and link are
 * made when it is sent, so that no row holds a link that works, and whether an address is known takes no time
 * of the request's.
 */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly queue: DeliveryQueue<OutgoingMail>;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly letters: MailLetters,
    @InjectLogger() logger: Logger,
    tracing: Tracing,
  ) {
    this.queue = new DeliveryQueue(database, logger, {
      table: 'outgoing_mails',
      // As a text, since a Date has fewer digits.
      columns: `kind, user_id AS "userId", email_key AS "emailKey", language, sign_in AS "signIn", address,
        created_at::text AS "askedAt"`,
      concurrency: CONCURRENCY,
      longest: LONGEST_SECONDS,
      deliver: (mail) => this.deliver(mail),
      tracing,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.canSend) await this.queue.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.queue.beforeApplicationShutdown();
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.stop();
  }

  /** How many deliveries this process has given up. */
  get givenUp(): number {
    return this.queue.givenUp;
  }

  /** Whether mails leave at all; if not, they wait for a service with `SMTP_URL`. */
  get canSend(): boolean {
    return this.mailer.transport !== undefined;
  }

  async schedule(
    { client, afterCommit }: Transaction,
    kind: MailKind,
    to: Addressee,
    language: Language,
    inSeconds = 0,
  ): Promise<void> {
    await client.query(
      `INSERT INTO outgoing_mails (id, kind, user_id, email_key, language, sign_in, address, company_id, next_attempt_at, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), now() + make_interval(secs => $9))`,
      [
        newId(),
        kind,
        to.userId ?? null,
        to.emailKey ?? null,
        language,
        to.signIn ?? null,
        to.address ?? null,
        to.companyId ?? null,
        inSeconds,
      ],
    );
    afterCommit.push(() => this.canSend && this.queue.wake());
  }

  /**
   * Takes back the links to a password or a new address that the user is not sent yet. An invitation that
   * waits for a later hour is one to sign in from then on: its company has told the user nothing.
   */
  async withdrawLinks({ client }: Transaction, userId: string): Promise<void> {
    await client.query(
      `UPDATE outgoing_mails SET kind = 'invitation-to-company'
       WHERE next_attempt_at > now() AND user_id = $1 AND kind = 'invitation' AND company_id IS NOT NULL
         AND attempts = 0`,
      [userId],
    );
    await client.query(
      `DELETE FROM outgoing_mails WHERE next_attempt_at IS NOT NULL
         AND (user_id = $1 AND kind IN ('invitation', 'new-email')
           OR email_key = (SELECT email_key FROM credentials WHERE user_id = $1) AND kind = 'forgotten-password')`,
      [userId],
    );
  }

  /** Whether an invitation of the company to the user is still to be sent. */
  async hasInvitation({ client }: Transaction, userId: string, companyId: string): Promise<boolean> {
    const { rows } = await client.query(
      'SELECT FROM outgoing_mails WHERE next_attempt_at IS NOT NULL AND user_id = $1 AND company_id = $2 LIMIT 1',
      [userId, companyId],
    );
    return rows.length > 0;
  }

  /** Takes back what these companies have not sent to the user yet. Resolves with those that had some. */
  async withdrawInvitations(
    { client }: Transaction,
    userId: string,
    companyIds: readonly string[],
  ): Promise<string[]> {
    const { rows } = await client.query<{ companyId: string }>(
      `DELETE FROM outgoing_mails WHERE next_attempt_at IS NOT NULL AND user_id = $1 AND company_id = ANY ($2)
       RETURNING company_id AS "companyId"`,
      [userId, companyIds],
    );
    return rows.map(({ companyId }) => companyId);
  }

  private async deliver(mail: OutgoingMail): Promise<void> {
    const letter = await this.letters.letterOf(mail);
    // The address of somebody who is no user is not kept.
    if (!letter) {
      await this.database.change('DELETE FROM outgoing_mails WHERE id = $1', [mail.id]);
      return;
    }
    await this.mailer.transport?.send(composeMail(letter), mail.id);
  }
}
