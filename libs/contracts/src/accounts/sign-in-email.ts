import { z } from 'zod';
import { addressRule, MAX_EMAIL } from '../http/contact.js';
import { trimmed } from '../http/text-form.js';

/** NFKC makes one UTF-16 unit of four at most. */
const LONGEST_READ = 4 * MAX_EMAIL;

/**
 * The form in which addresses to sign in with are stored and compared: without what cannot be seen at the
 * ends, which is easily pasted along, and in NFKC, which makes one of look-alikes. Time to normalise grows
 * with the square of a text's combining marks, so one that is too long for an address in any form stays as it
 * is.
 */
export function emailForm(text: string): string {
  const seen = trimmed(text);
  return seen.length > LONGEST_READ ? seen : seen.normalize('NFKC');
}

/**
 * An address to sign in with, unique whatever its case. The documents do not see the rules behind a
 * transformation, so they are told.
 */
export const signInEmailSchema = z
  .string()
  .transform(emailForm)
  .pipe(addressRule.max(MAX_EMAIL))
  .meta({ format: 'email', maxLength: MAX_EMAIL, pattern: addressRule.def.pattern?.source });
