import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, ProblemError, unavailable } from '@safety/platform';
import { PRODUCT_NAME } from '../../pages/page.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { type Guesser, guesserOf } from './guessability.js';
import { LONGEST_READ } from './passwords.js';

/**
 * NIST SP 800-63B wants eight with a second factor and fifteen without; OWASP ASVS 5.0 (6.2.1) eight, better
 * fifteen.
 */
export const LEAST_CHARACTERS = 12;
export const MOST_CHARACTERS = 256;
/**
 * Ten times what zxcvbn calls safely unguessable for a hash as slow as ours: it counts 10^8 for anything in
 * three parts, be they the most common ones.
 */
const LEAST_GUESSES_LOG10 = 9;
/** Checks of one user under way: two, since a form may be sent twice, and never the whole queue. */
const MOST_OF_ONE_USER = 2;
const MOST_WAITING = 20;
/** So that most of the time that a change has is left to the hash after the check (`Passwords`). */
const LONGEST_WAIT_MS = 3_000;

/** Why a password is not taken; each has its sentence in the messages of the pages. */
export type PasswordFault =
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordTooCommon'
  | 'passwordTooPersonal';

/** Whose password it will be. */
export interface PasswordOwner {
  email: string;
  givenName: string;
  familyName: string;
}

/**
 * Which passwords are taken. Only length and guessing count: rules for digits and symbols make passwords
 * worse.
 */
@Injectable()
export class PasswordPolicy {
  /** The check takes a core for a moment and memory of its own, and passwords are set rarely. */
  private readonly limit = new ConcurrencyLimit(1, MOST_WAITING, LONGEST_WAIT_MS);
  /** How many checks are under way, by e-mail address. */
  private readonly underWay = new Map<string, number>();

  constructor(@InjectLogger() private readonly logger: Logger) {}

  /**
   * The fault of the password; undefined when there is none. Throws 429 `rate-limited` when too many
   * passwords of this user are being checked, and `unavailable` when too many users wait or it takes too
   * long. `admit` is asked when the turn of a costly check has come, and throws where there is to be none.
   */
  async faultOf(
    password: string,
    owner: PasswordOwner,
    admit: () => Promise<void> = () => Promise.resolve(),
  ): Promise<PasswordFault | undefined> {
    if (password.length > LONGEST_READ) return 'passwordTooLong';
    const normalised = password.normalize('NFC');
    const { length } = [...normalised];
    if (length < LEAST_CHARACTERS) return 'passwordTooShort';
    if (length > MOST_CHARACTERS) return 'passwordTooLong';
    const inTurn = async () => {
      await admit();
      return this.inTime(normalised, owner);
    };
    return this.oneOfFew(owner, () => this.limit.run(inTurn));
  }

  private async inTime(password: string, owner: PasswordOwner): Promise<PasswordFault | undefined> {
    try {
      return faults[await guesserOf(password, wordsAbout(owner), LEAST_GUESSES_LOG10)];
    } catch (err) {
      if (!(err as { killed?: boolean }).killed) throw err;
      this.logger.error({ err }, 'passwords: the check of a new one took too long');
      throw unavailable(err);
    }
  }

  private async oneOfFew<Result>({ email }: PasswordOwner, check: () => Promise<Result>): Promise<Result> {
    const others = this.underWay.get(email) ?? 0;
    if (others >= MOST_OF_ONE_USER)
      throw new ProblemError('rate-limited', {
        detail: 'Passwords that were sent before are still being checked. Try again.',
        headers: { 'retry-after': '1' },
      });
    this.underWay.set(email, others + 1);
    try {
      return await check();
    } finally {
      const left = (this.underWay.get(email) ?? 1) - 1;
      if (left > 0) this.underWay.set(email, left);
      else this.underWay.delete(email);
    }
  }
}

const faults: Readonly<Record<Guesser, PasswordFault | undefined>> = {
  anybody: 'passwordTooCommon',
  whoKnows: 'passwordTooPersonal',
  nobody: undefined,
};

/** The words that follow from the address: its parts, the names, and what the password is for. */
function wordsAbout({ email, givenName, familyName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const words = [email, local, domain, givenName, familyName, `${givenName}${familyName}`, PRODUCT_NAME];
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
  const SHORTEST_TELLING = 3;
  return [...new Set(parts.map((part) => part.toLowerCase()))].filter(
    (part) => part.length >= SHORTEST_TELLING,
  );
}
