import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withoutAccents } from './common-words.js';
import { keyboardTwin } from './keyboard-twin.js';
import { formsOf, type PasswordForm } from './password-forms.js';

/** A question to the program that knows common passwords. */
export interface GuessabilityQuestion {
  /** The forms of the password, each as it is, as it is typed on another keyboard, and without accents. */
  candidates: PasswordForm[];
  /** Words that an attacker knows beforehand. */
  known: string[];
}

const PROGRAM = fileURLToPath(new URL('./guessability.process.js', import.meta.url));
const TIMEOUT_MS = 10_000;
const run = promisify(execFile);

/**
 * About how many guesses an attacker needs who tries common passwords, words, names, years, keyboard patterns
 * and repetitions first (zxcvbn, offline), as a power of ten; `known` are words to try before all others.
 * Throws an error that is `killed` when the count takes too long.
 */
export async function guessesLog10(password: string, known: readonly string[]): Promise<number> {
  const candidates = formsOf(password).flatMap(({ text, extraLog10 }) =>
    [...new Set([text, keyboardTwin(text), withoutAccents(text)])].map((typed) => ({
      text: typed,
      extraLog10,
    })),
  );
  const question: GuessabilityQuestion = { candidates, known: [...known] };
  // Without our environment, which holds secrets; the password goes through the pipe, where no list of
  // processes shows it.
  const answer = run(process.execPath, [PROGRAM], { env: {}, timeout: TIMEOUT_MS });
  // A program that ends before it reads breaks the pipe; its answer tells of it.
  answer.child.stdin?.on('error', () => {});
  answer.child.stdin?.end(JSON.stringify(question));
  return JSON.parse((await answer).stdout);
}
