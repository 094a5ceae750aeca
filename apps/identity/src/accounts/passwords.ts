import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hashPassword, verifyPassword } from './password-hash.js';
import { Turnstile } from './turnstile.js';

/** One core stays free, so that a wave of sign-ins does not hold up those who only exchange a code or refresh. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** About five seconds of work for one core; who comes later is better served by trying again. */
const MOST_WAITING = 150;
/** Longer ones are refused unread: hashing must not become a way to keep us busy. */
const MAX_LENGTH = 1_000;

/** Checks passwords a few at a time; a user who does not exist costs as much as one with the wrong password. */
@Injectable()
export class Passwords {
  private readonly turnstile = new Turnstile(AT_ONCE, MOST_WAITING);
  private readonly nobody = hashPassword('no user has this password');

  async verify(stored: string | undefined, password: string): Promise<boolean> {
    if (password.length > MAX_LENGTH) return false;
    const compared = stored ?? (await this.nobody);
    const matches = await this.turnstile.pass(() => verifyPassword(compared, password));
    return matches && stored !== undefined;
  }
}
