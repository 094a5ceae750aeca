import { Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError } from '@safety/platform';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { IdentitySettings } from '../../config.js';
import { newPasswordPath } from '../../paths/password-links.js';
import { Database } from '../../storage/database/database.js';
import { MailLanguages } from '../mail/mail-languages.js';
import { lockUser } from '../users/users.js';
import { linkSeconds, PasswordLinks } from './password-links.js';

/** A link, and when it stops to work. */
export interface OperatorLink {
  link: string;
  expiresAt: Date;
}

/** Links that operators hand over themselves, for users whom no mail reaches. */
@Injectable()
export class OperatorLinks {
  constructor(
    private readonly database: Database,
    private readonly links: PasswordLinks,
    private readonly languages: MailLanguages,
    private readonly audit: AuditTrail,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  /** Works as long as a mailed one does. Throws 409 for a user who is disabled. */
  async create(userId: string): Promise<OperatorLink> {
    const { language, seconds } = await this.database.transaction(async (transaction) => {
      const user = await lockUser(transaction.client, userId);
      if (!user || user.disabled)
        throw new ProblemError('invalid-state', { detail: 'The user is disabled, so no link works.' });
      await this.audit.recordIn(transaction, {
        type: 'password-reset-requested',
        actor: 'operator',
        userId,
      });
      return {
        language: await this.languages.of(transaction, userId),
        seconds: user.hasPassword ? linkSeconds.another : linkSeconds.first,
      };
    });
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const token = await this.links.create(userId, seconds);
    return { link: this.settings.AUTH_URL + newPasswordPath(token, { language }), expiresAt };
  }
}
