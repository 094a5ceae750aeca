import { Injectable } from '@nestjs/common';
import type { Language } from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { newEmailPath } from '../../paths/email-links.js';
import { newPasswordPath } from '../../paths/password-links.js';
import { Database } from '../../storage/database/database.js';
import { EmailLinks } from '../email-change/email-links.js';
import { linkSeconds, PasswordLinks } from '../password-links/password-links.js';
import { emailKey } from '../users/email-key.js';
import type { MailContent } from './compose-mail.js';
import type { MailKind } from './mail.js';
import { MailLanguages } from './mail-languages.js';

/** A row of the queue: it says who gets what. */
export interface MailRequest {
  kind: MailKind;
  userId: string | null;
  emailKey: string | null;
  language: Language;
  signIn: string | null;
  address: string | null;
  /** A timestamp of PostgreSQL. */
  askedAt: string;
}

interface Recipient {
  userId: string;
  email: string;
  hasPassword: boolean;
  /** Whether the password was chosen after the mail was asked for. */
  hasNewPassword: boolean;
  disabled: boolean;
}

const secondsOfLink: Partial<Record<MailKind, number>> = {
  invitation: linkSeconds.first,
  'forgotten-password': linkSeconds.another,
  'new-email': linkSeconds.another,
};

/** Makes of who gets what a letter to an address, with a link that works from now on. */
@Injectable()
export class MailLetters {
  constructor(
    private readonly database: Database,
    private readonly links: PasswordLinks,
    private readonly emailLinks: EmailLinks,
    private readonly languages: MailLanguages,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  /** Nothing where there is nobody to write to, or nothing to say any more. */
  async letterOf(mail: MailRequest): Promise<MailContent | undefined> {
    const { kind, language, address, askedAt } = mail;
    const user = await this.find(mail);
    if (!user || user.disabled) return undefined;
    // Chosen meanwhile, by another link for example: this one would reset it.
    const isChosen = kind === 'invitation' ? user.hasPassword : user.hasNewPassword;
    if (isChosen && secondsOfLink[kind] !== undefined) return undefined;
    if (kind === 'new-email' && address !== null) {
      const owner = await this.find({ userId: null, emailKey: emailKey(address), askedAt });
      if (owner?.userId === user.userId) return undefined;
      // Only the owner of the address, disabled or not, learns that it is taken.
      if (owner) return this.takenLetter(owner);
    }
    return { kind, language, to: address ?? user.email, link: await this.linkFor(mail, user) };
  }

  /** The language of the one who asked would tell the owner of them. */
  private async takenLetter({ userId, email: to }: Recipient): Promise<MailContent> {
    const language = await this.database.transaction((transaction) => this.languages.of(transaction, userId));
    return { kind: 'email-taken', language, to };
  }

  private async linkFor(
    { kind, language, signIn, address, askedAt }: MailRequest,
    { userId, email }: Recipient,
  ): Promise<string | undefined> {
    if (kind === 'invitation-to-company') return `${this.settings.AUTH_URL}/`;
    const seconds = secondsOfLink[kind];
    if (seconds === undefined) return undefined;
    if (kind === 'new-email' && address !== null) {
      const token = await this.emailLinks.create(userId, address, seconds);
      return this.settings.AUTH_URL + newEmailPath(token, language);
    }
    const isFirst = kind === 'invitation';
    const token = await this.links.create(userId, seconds, { email: address ?? email, isFirst, askedAt });
    return `${this.settings.AUTH_URL}${newPasswordPath(token, { language, signIn: signIn ?? undefined })}`;
  }

  private async find({
    userId,
    emailKey: key,
    askedAt,
  }: Pick<MailRequest, 'userId' | 'emailKey' | 'askedAt'>): Promise<Recipient | undefined> {
    const [recipient] = await this.database.rows<Recipient>(
      `SELECT users.id AS "userId", email, password_hash IS NOT NULL AS "hasPassword", disabled,
         password_hash IS NOT NULL AND changed_at > $3::timestamptz AS "hasNewPassword"
       FROM users JOIN credentials ON user_id = users.id
       WHERE users.id = $1 OR email_key = $2`,
      [userId, key, askedAt],
    );
    return recipient;
  }
}
