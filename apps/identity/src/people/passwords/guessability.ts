import { execFile } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withoutAccents } from './common-words.js';
import { keyboardTwin } from './keyboard-twin.js';
import { consistsOf, formsOf, type PasswordForm } from './password-forms.js';

/** A question to the program that knows common passwords. */
export interface GuessabilityQuestion {
  /** The forms of the password, each as it is, as it is typed on another keyboard, and without accents. */
  candidates: PasswordForm[];
  /** Words that an attacker of this user knows beforehand. */
  known: string[];
  /** Whether the password is made of these words alone. */
  isKnown: boolean;
  /** Fewer guesses are too few, as a power of ten. */
  leastLog10: number;
}

/** The attackers who guess a password: all, those alone who know the words about its user, or none. */
export type Guesser = 'anybody' | 'whoKnows' | 'nobody';

const PROGRAM = fileURLToPath(new URL('./guessability.process.js', import.meta.url));
const TIMEOUT_MS = 10_000;
const run = promisify(execFile);

/**
 * The attacker who needs fewer guesses than a power of ten, trying common passwords, words, names, years,
 * keyboard patterns and repetitions first (zxcvbn, offline); `known` are words to try before all others.
 * Throws an error that is `killed` when the count takes too long.
 */
export async function guesserOf(
  password: string,
  known: readonly string[],
  leastLog10: number,
): Promise<Guesser> {
  const candidates = candidatesOf(password);
  const isKnown = consistsOf(password, known);
  const question: GuessabilityQuestion = { candidates, known: [...known], isKnown, leastLog10 };
  // Without our environment, which holds secrets; the password goes through the pipe, where no list of
  // processes shows it.
  const cache = getCompileCacheDir();
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  const answer = run(process.execPath, [PROGRAM], { env, timeout: TIMEOUT_MS });
  // A program that ends before it reads breaks the pipe; its answer tells of it.
  answer.child.stdin?.on('error', () => {});
  answer.child.stdin?.end(JSON.stringify(question));
  return JSON.parse((await answer).stdout);
}

/** Each text once, with the least that was left out of it: a count takes most of a second for a long one. */
function candidatesOf(password: string): PasswordForm[] {
  const candidates = new Map<string, number>();
  for (const { text, extraLog10 } of formsOf(password))
    for (const typed of [text, keyboardTwin(text), withoutAccents(text)])
      candidates.set(typed, Math.min(extraLog10, candidates.get(typed) ?? Number.POSITIVE_INFINITY));
  return [...candidates].map(([text, extraLog10]) => ({ text, extraLog10 }));
}
