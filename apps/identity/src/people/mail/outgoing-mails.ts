import { Injectable } from '@nestjs/common';
import type { EmailChangeRequested, Language } from '@safety/contracts';
import { hashedForLog, InjectLogger, type Logger } from '@safety/platform';
import { AuditTrail } from '../../audit/audit-trail.js';
import { localeOf } from '../../pages/locale.js';
import { Database, type Transaction } from '../../storage/database/database.js';
import { emailKey } from '../users/email-key.js';
import { forgetInvitations, secondsUntilInvited } from './invitation-limits.js';
import { MailLanguages } from './mail-languages.js';
import { MailQueue } from './mail-queue.js';

interface Invitation {
  /** The company that waits for the user; null without one. */
  companyId: string | null;
  /** Then the user is asked to sign in. */
  hasPassword?: boolean;
}

/** Each occasion on which identity writes to somebody. */
@Injectable()
export class OutgoingMails {
  constructor(
    private readonly queue: MailQueue,
    private readonly database: Database,
    private readonly languages: MailLanguages,
    private readonly audit: AuditTrail,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Whether mails leave at all; if not, they wait for a service with `SMTP_URL`. */
  get canSend(): boolean {
    return this.queue.canSend;
  }

  /** A link to choose the first password, or to the start page for a user who has one. */
  async invite(
    transaction: Transaction,
    userId: string,
    { companyId, hasPassword = false }: Invitation,
    inSeconds = 0,
  ): Promise<void> {
    const kind = hasPassword ? 'invitation-to-company' : 'invitation';
    const language = await this.languages.of(transaction, userId, companyId);
    await this.queue.schedule(transaction, kind, { userId, companyId }, language, inSeconds);
    await this.audit.recordIn(transaction, { type: 'user-invited', actor: 'system', userId });
  }

  /**
   * The same for a company that asks for it, in a later hour where the company invites very many. Beyond all
   * limits it is left out: the mails before tell the same, and the first one of a new user is sent when the
   * company invites again. One that waits is enough.
   */
  async inviteWithinLimits(transaction: Transaction, userId: string, invitation: Invitation): Promise<void> {
    const { companyId } = invitation;
    if (companyId && (await this.queue.hasInvitation(transaction, userId, companyId))) return;
    const inSeconds = await secondsUntilInvited(transaction, userId, companyId);
    if (inSeconds !== undefined) return this.invite(transaction, userId, invitation, inSeconds);
    this.logger.warn(
      { user: hashedForLog(userId), companyId },
      'mails: an invitation beyond the limits was left out',
    );
  }

  /** Takes back invitations that wait: whoever is invited again is sent another. */
  async withdrawInvitations(
    transaction: Transaction,
    userId: string,
    companyIds: readonly string[],
  ): Promise<void> {
    const withdrawn = await this.queue.withdrawInvitations(transaction, userId, companyIds);
    if (withdrawn.length > 0) await forgetInvitations(transaction, userId, withdrawn);
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
      await this.queue.schedule(transaction, 'forgotten-password', to, language);
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

  /**
   * No link that was asked for before is sent after a new password. The user is told of it, the first sign of
   * a stolen account, in the language that is given.
   */
  async followNewPassword(
    transaction: Transaction,
    userId: string,
    language: Language | undefined,
  ): Promise<void> {
    await this.queue.withdrawLinks(transaction, userId);
    if (language && this.queue.canSend)
      await this.queue.schedule(transaction, 'password-changed', { userId }, language);
  }

  /** A link to a new address, and a warning to the present one, even if it is sent after the change. */
  async confirmEmail(
    transaction: Transaction,
    { userId, email, locale }: EmailChangeRequested,
    presentEmail: string | undefined,
  ): Promise<void> {
    const known = await this.languages.of(transaction, userId);
    // The request knows of a change that the state of the user may bring later.
    const language = locale === null ? known : localeOf(`${locale} ${known}`, undefined).language;
    await this.queue.schedule(transaction, 'new-email', { userId, address: email }, language);
    await this.queue.schedule(transaction, 'email-requested', { userId, address: presentEmail }, language);
  }

  /** Tells the earlier address of a user that it signs nobody in any more. */
  async tellEmailChanged(transaction: Transaction, userId: string, address: string): Promise<void> {
    if (!this.queue.canSend) return;
    const language = await this.languages.of(transaction, userId);
    await this.queue.schedule(transaction, 'email-changed', { userId, address }, language);
  }
}
