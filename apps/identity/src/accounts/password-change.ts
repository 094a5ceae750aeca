import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { OutgoingMails } from '../mail/outgoing-mails.js';
import type { Language } from '../pages/locale.js';
import { type LinkedUser, PasswordLinks } from '../password-links/password-links.js';
import { SessionEnding } from '../sessions/session-ending.js';
import { type PasswordFault, type PasswordOwner, PasswordPolicy } from './password-policy.js';
import { Passwords } from './passwords.js';

/** What a change of one's own password leaves as it is. */
export interface Kept {
  /** The session that goes on; every other one ends. */
  sid: string;
  /** Of the mail that tells the user. */
  language: Language;
}

/** Sets passwords. Whoever was signed in with the old one is signed out. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly links: PasswordLinks,
    private readonly sessions: SessionEnding,
    private readonly mails: OutgoingMails,
  ) {}

  /** Sets the password by a link from an e-mail, which is used up by it and by nothing else. */
  async byLink(
    token: string,
    user: LinkedUser,
    password: string,
    language: Language,
  ): Promise<'saved' | 'link-invalid' | PasswordFault> {
    const fault = await this.policy.faultOf(password, user);
    if (fault) return fault;
    const hash = await this.passwords.hash(password);
    return this.database.transaction(async (transaction) => {
      if (!(await this.links.redeem(transaction, token))) return 'link-invalid';
      await this.save(transaction, user.id, hash);
      if (user.hasPassword) await this.mails.tellPasswordChanged(transaction, user.id, language);
      return 'saved';
    });
  }

  /** Sets the password of somebody who is signed in, and who has just shown that they know the present one. */
  async byOwner(
    userId: string,
    owner: PasswordOwner,
    password: string,
    { sid, language }: Kept,
  ): Promise<'saved' | PasswordFault> {
    const fault = await this.policy.faultOf(password, owner);
    if (fault) return fault;
    const hash = await this.passwords.hash(password);
    await this.database.transaction(async (transaction) => {
      await this.save(transaction, userId, hash, sid);
      await this.mails.tellPasswordChanged(transaction, userId, language);
    });
    return 'saved';
  }

  private async save(
    transaction: Transaction,
    userId: string,
    hash: string,
    keptSid?: string,
  ): Promise<void> {
    await transaction.client.query(
      'UPDATE credentials SET password_hash = $2, changed_at = now() WHERE user_id = $1',
      [userId, hash],
    );
    await this.sessions.endAllOf(transaction, userId, keptSid);
  }
}
