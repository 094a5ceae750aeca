import { z } from 'zod';
import { addressRule, MAX_EMAIL } from '../http/contact.js';
import { trimmed } from '../http/text-form.js';

/** NFKC makes one UTF-16 unit of four at most. */
const LONGEST_READ = 4 * MAX_EMAIL;

const OTHER_SCRIPT = /\P{ASCII}/u;
/** Other characters of ASCII end the host of a URL, or are no part of one. */
const HOST = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u;

/**
 * The form in which addresses to sign in with are stored and compared: without what cannot be seen at the
 * ends, which is easily pasted along, in NFKC, which makes one of look-alikes, and with the domain as mail
 * servers know it (UTS 46), such as `xn--p1ai`. A domain that has no such form stays as it is. Time to
 * normalise grows with the square of a text's combining marks, so one that is too long for an address in any
 * form stays as it is.
 */
export function emailForm(text: string): string {
  const seen = trimmed(text);
  return seen.length > LONGEST_READ ? seen : withAsciiDomain(seen.normalize('NFKC'));
}

/** A URL has its host in ASCII, in browsers too. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || domain.length > MAX_EMAIL || !OTHER_SCRIPT.test(domain) || !HOST.test(domain))
    return address;
  return address.slice(0, at) + (URL.parse(`https://${domain}`)?.hostname ?? domain);
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
