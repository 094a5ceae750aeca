import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EmailChangeRequested } from '@safety/contracts';
import { type Delivery, DeliveryQueue } from '@safety/deliveries';
import { InjectLogger, InjectSettings, type Logger, Tracing } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { IdentitySettings } from '../../config.js';
import { type Language, localeOf } from '../../pages/locale.js';
import { newEmailPath } from '../../paths/email-links.js';
import { newPasswordPath } from '../../paths/password-links.js';
import { Database, type Transaction } from '../../storage/database/database.js';
import { EmailLinks } from '../email-change/email-links.js';
import { linkSeconds, PasswordLinks } from '../password-links/password-links.js';
import { emailKey } from '../users/email-key.js';
import { composeMail, type MailContent } from './compose-mail.js';
import type { MailKind } from './mail.js';
import { MailLanguages } from './mail-languages.js';
import { Mailer } from './mailer.js';

interface OutgoingMail extends Delivery {
  kind: MailKind;
  userId: string | null;
  emailKey: string | null;
  language: Language;
  signIn: string | null;
  address: string | null;
}

interface Recipient {
  userId: string;
  email: string;
  /** Empty without a password: whoever invites an address chooses a name, and the mail is ours. */
  name: string;
  hasPassword: boolean;
}

const CONCURRENCY = 5;
/**
 * A server may take half a minute for each of its answers, from the greeting to the one after the text nine.
 */
const LONGEST_SECONDS = 300;
const secondsOfLink: Partial<Record<MailKind, number>> = {
  invitation: linkSeconds.first,
  'forgotten-password': linkSeconds.another,
  'new-email': linkSeconds.another,
};

/**
 * Mails under way, in PostgreSQL until the mail server has them. A row says who gets what; text and link are
 * made when it is sent, so that no row holds a link that works, and whether an address is known takes no time
 * of the request's.
 */
@Injectable()
export class OutgoingMails implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly queue: DeliveryQueue<OutgoingMail>;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly links: PasswordLinks,
    private readonly emailLinks: EmailLinks,
    private readonly audit: AuditTrail,
    private readonly languages: MailLanguages,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
    @InjectLogger() logger: Logger,
    tracing: Tracing,
  ) {
    this.queue = new DeliveryQueue(database, logger, {
      table: 'outgoing_mails',
      columns: 'kind, user_id AS "userId", email_key AS "emailKey", language, sign_in AS "signIn", address',
      concurrency: CONCURRENCY,
      longest: LONGEST_SECONDS,
      deliver: (mail) => this.deliver(mail),
      tracing,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.canSend) await this.queue.start();
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

  /** A link to choose the first password, or to the start page for a user who has one. */
  async invite(
    transaction: Transaction,
    userId: string,
    { companyId, hasPassword = false }: { companyId: string | null; hasPassword?: boolean },
  ): Promise<void> {
    const kind = hasPassword ? 'invitation-to-company' : 'invitation';
    const language = await this.languages.of(transaction, userId, companyId);
    await this.schedule(transaction, kind, { userId }, language);
    await this.audit.recordIn(transaction, { type: 'user-invited', actor: 'system', userId });
  }

  /**
   * A link to set a new password, if there is a user with this address; it leads back to the sign-in
   * `signIn`.
   */
  async sendNewPasswordLink(
    email: string,
    { language, signIn, network }: { language: Language; signIn: string | undefined; network: string },
  ): Promise<void> {
    const to = { emailKey: emailKey(email), signIn };
    await this.database.transaction(async (transaction) => {
      await this.schedule(transaction, 'forgotten-password', to, language);
      const { rows } = await transaction.client.query<{ userId: string }>(
        'SELECT user_id AS "userId" FROM credentials WHERE email_key = $1',
        [to.emailKey],
      );
      // An unknown address leaves the same record, in the same time, without a user.
      await this.audit.recordIn(transaction, {
        type: 'password-reset-requested',
        actor: 'user',
        userId: rows[0]?.userId ?? null,
        details: { network },
      });
    });
  }

  /** Tells the user that the password was changed: the first sign of a stolen account. */
  async tellPasswordChanged(transaction: Transaction, userId: string, language: Language): Promise<void> {
    if (this.canSend) await this.schedule(transaction, 'password-changed', { userId }, language);
  }

  /** A link to a new address, and a warning to the present one. */
  async confirmEmail(
    transaction: Transaction,
    { userId, email, locale }: EmailChangeRequested,
  ): Promise<void> {
    const known = await this.languages.of(transaction, userId);
    // The request knows of a change that the state of the user may bring later.
    const language = locale === null ? known : localeOf(`${locale} ${known}`, undefined).language;
    await this.schedule(transaction, 'new-email', { userId, address: email }, language);
    await this.schedule(transaction, 'email-requested', { userId }, language);
  }

  /** Tells the earlier address of a user that it signs nobody in any more. */
  async tellEmailChanged(transaction: Transaction, userId: string, address: string): Promise<void> {
    if (!this.canSend) return;
    const language = await this.languages.of(transaction, userId);
    await this.schedule(transaction, 'email-changed', { userId, address }, language);
  }

  /** Takes back the links that wait to be mailed to somebody who was to set a password or an address. */
  async withdraw({ client }: Transaction, userId: string): Promise<void> {
    await client.query(
      `DELETE FROM outgoing_mails
       WHERE user_id = $1 AND kind IN ('invitation', 'new-email') AND next_attempt_at IS NOT NULL`,
      [userId],
    );
  }

  private async schedule(
    { client, afterCommit }: Transaction,
    kind: MailKind,
    to: { userId?: string; emailKey?: string; signIn?: string | undefined; address?: string },
    language: Language,
  ): Promise<void> {
    await client.query(
      `INSERT INTO outgoing_mails (id, kind, user_id, email_key, language, sign_in, address)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        newId(),
        kind,
        to.userId ?? null,
        to.emailKey ?? null,
        language,
        to.signIn ?? null,
        to.address ?? null,
      ],
    );
    afterCommit.push(() => this.canSend && this.queue.wake());
  }

  private async deliver(mail: OutgoingMail): Promise<void> {
    const letter = await this.letterOf(mail);
    // The address of somebody who is no user is not kept.
    if (!letter) {
      await this.database.change('DELETE FROM outgoing_mails WHERE id = $1', [mail.id]);
      return;
    }
    await this.mailer.transport?.send(composeMail(letter));
  }

  private async letterOf(mail: OutgoingMail): Promise<MailContent | undefined> {
    const { kind, language, address } = mail;
    const user = await this.recipientOf(mail);
    // Chosen meanwhile, by the link of an operator for example: another link would reset it.
    if (!user || (kind === 'invitation' && user.hasPassword)) return undefined;
    if (kind === 'new-email' && address !== null) {
      const owner = await this.recipientOf({ userId: null, emailKey: emailKey(address) });
      if (owner?.userId === user.userId) return undefined;
      // Only the owner of the address learns that it is taken.
      if (owner) return { kind: 'email-taken', language, to: { name: owner.name, address: owner.email } };
    }
    const to = { name: user.name, address: address ?? user.email };
    return { kind, language, to, link: await this.linkFor(mail, user) };
  }

  private async linkFor(
    { kind, language, signIn, address }: OutgoingMail,
    { userId, email }: Recipient,
  ): Promise<string | undefined> {
    if (kind === 'invitation-to-company') return `${this.settings.AUTH_URL}/`;
    const seconds = secondsOfLink[kind];
    if (seconds === undefined) return undefined;
    if (kind === 'new-email' && address !== null) {
      const token = await this.emailLinks.create(userId, address, seconds);
      return this.settings.AUTH_URL + newEmailPath(token, language);
    }
    const token = await this.links.create(userId, seconds, address ?? email);
    return `${this.settings.AUTH_URL}${newPasswordPath(token, { language, signIn: signIn ?? undefined })}`;
  }

  private async recipientOf({
    userId,
    emailKey: key,
  }: Pick<OutgoingMail, 'userId' | 'emailKey'>): Promise<Recipient | undefined> {
    const [recipient] = await this.database.rows<Recipient>(
      `SELECT users.id AS "userId", email, password_hash IS NOT NULL AS "hasPassword",
         CASE WHEN password_hash IS NULL THEN '' ELSE coalesce(nullif(given_name, ''), email) END AS name
       FROM users JOIN credentials ON user_id = users.id
       WHERE (users.id = $1 OR email_key = $2) AND NOT disabled`,
      [userId, key],
    );
    return recipient;
  }
}
