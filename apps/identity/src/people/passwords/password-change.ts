import { Injectable } from '@nestjs/common';
import type { Language } from '@safety/contracts';
import { Database, type Transaction } from '../../storage/database/database.js';
import { Throttle } from '../../throttling/throttle.js';
import { type LinkedUser, PasswordLinks } from '../password-links/password-links.js';
import { emailKey } from '../users/email-key.js';
import { Invitations } from '../users/invitations.js';
import { provePresentEmail } from '../users/proven-email.js';
import { newPasswordLimit, userPrefix } from '../users/sign-in-limits.js';
import { lockUser } from '../users/users.js';
import { TooManyPasswords } from './busy.js';
import { type PasswordFault, type PasswordOwner, PasswordPolicy } from './password-policy.js';
import { Passwords } from './passwords.js';
import { StoredPassword } from './stored-password.js';

/** The sessions that a change of one's own password keeps. */
export interface Kept {
  /** The session that goes on; every other one ends. */
  sid: string;
  /** Of the mail that tells the user. */
  language: Language;
}

/** Sets passwords that the policy lets pass. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly policy: PasswordPolicy,
    private readonly passwords: Passwords,
    private readonly links: PasswordLinks,
    private readonly stored: StoredPassword,
    private readonly invitations: Invitations,
    private readonly throttle: Throttle,
  ) {}

  /**
   * Sets the password by a link, which is used up by it and by nothing else. It opens an
   * account that is locked after too many wrong passwords, and its owner has to wait for none of them.
   */
  async byLink(
    token: string,
    user: LinkedUser,
    password: string,
    language: Language,
  ): Promise<'saved' | 'link-invalid' | PasswordFault> {
    const checked = await this.checked(user.id, password, user);
    if ('fault' in checked) return checked.fault;
    const outcome = await this.database.transaction(async (transaction) => {
      // First, as whoever applies a change of the user does.
      await lockUser(transaction.client, user.id);
      const link = await this.links.redeem(transaction, token);
      if (!link) return 'link-invalid';
      if (link.provesEmail) await provePresentEmail(transaction.client, user.id);
      if (!user.hasPassword) await this.invitations.acceptIn(transaction, user.id);
      await this.stored.replace(transaction, {
        userId: user.id,
        hash: checked.hash,
        ...(user.hasPassword && { language }),
      });
      return 'saved';
    });
    if (outcome === 'saved') await this.throttle.clearAll(userPrefix(emailKey(user.email)));
    return outcome;
  }

  /**
   * Sets the password of somebody who is signed in, and who has just shown that they know the present one.
   */
  async byOwner(
    userId: string,
    owner: PasswordOwner,
    password: string,
    { sid: keptSid, language }: Kept,
  ): Promise<'saved' | 'signed-out' | PasswordFault> {
    const checked = await this.checked(userId, password, owner);
    if ('fault' in checked) return checked.fault;
    return this.database.transaction(async (transaction) => {
      if (!(await isSignedIn(transaction, userId, keptSid))) return 'signed-out';
      // A reader of the mailbox could undo the change.
      await this.links.removeAll(transaction, userId);
      await this.stored.replace(transaction, { userId, hash: checked.hash, keptSid, language });
      return 'saved';
    });
  }

  /**
   * The hash of a password that the policy lets pass. Throws `unavailable` when the gateway would no longer
   * wait for the answer, and 429 `rate-limited` when too many of this user were checked: nothing is changed
   * then.
   */
  private async checked(
    userId: string,
    password: string,
    owner: PasswordOwner,
  ): Promise<{ fault: PasswordFault } | { hash: string }> {
    const since = performance.now();
    const fault = await this.policy.faultOf(password, owner, async () => {
      const taken = await this.throttle.take([newPasswordLimit(userId)]);
      if (!taken.admitted) throw new TooManyPasswords(taken);
    });
    return fault ? { fault } : { hash: await this.passwords.hash(password, since) };
  }
}

/**
 * Whether the session goes on. The user is locked first: a reset by e-mail, which ends the session, comes
 * either before this question or after the change.
 */
async function isSignedIn({ client }: Transaction, userId: string, sid: string): Promise<boolean> {
  await lockUser(client, userId);
  const { rowCount } = await client.query(
    'SELECT FROM sessions WHERE sid = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()',
    [sid, userId],
  );
  return rowCount === 1;
}
