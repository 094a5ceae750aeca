import { z } from 'zod';
import type { FieldError } from './problem.js';
import { trimmed } from './text-form.js';

/** In characters, as RFC 5321 limits an address. */
export const MAX_EMAIL = 254;
/** In octets before the `@`, which are characters there (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** The rest of a label of a domain, which has at most 63 characters (RFC 1035 section 2.3.4). */
const OF_LABEL = '[A-Za-z0-9-]{0,61}[A-Za-z0-9]';
/**
 * An address of RFC 5321 without quoted names and addresses of hosts in numbers. The last part of a domain
 * may be an internationalised one, such as `xn--p1ai`.
 */
const ADDRESS = new RegExp(
  String.raw`^${ATOM}(?:\.${ATOM})*@(?:[A-Za-z0-9](?:${OF_LABEL})?\.)+[A-Za-z]${OF_LABEL}$`,
);
/** The rule of a text that has its form. */
export const addressRule = z.email({ pattern: ADDRESS, error: 'Must be an e-mail address.' });

export const LONG_LOCAL_PART = `Has more than ${MAX_LOCAL_PART} characters before the @.`;
export const SHORT_LOCAL_PART = `At most ${MAX_LOCAL_PART} characters before the @.`;
export const hasLongLocalPart = (email: string): boolean => email.lastIndexOf('@') > MAX_LOCAL_PART;

/**
 * The error of an address with more before the `@` than a mail server takes. Earlier releases stored such
 * addresses, so a schema, which sees the members that a patch leaves alone, refuses none.
 */
export const emailFaults = (email: string | null, was: string | null = null): FieldError[] =>
  email !== null && email !== (was && emailForm(was)) && hasLongLocalPart(email)
    ? [{ pointer: '/email', code: 'invalid-format', detail: LONG_LOCAL_PART }]
    : [];

/** NFKC makes one UTF-16 unit of four at most. */
const LONGEST_READ = 4 * MAX_EMAIL;

const OTHER_SCRIPT = /\P{ASCII}/u;
/** Other characters of ASCII end the host of a URL, or are no part of one. */
const HOST = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u;

/**
 * The form in which addresses are stored and compared: without what cannot be seen at the ends, which is
 * easily pasted along, in NFKC, which makes one of look-alikes, and with the domain as mail servers know it
 * (UTS 46), such as `xn--p1ai`. A domain that has no such form stays as it is. Time to normalise grows with
 * the square of a text's combining marks, so one that is too long for an address in any form stays as it is.
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

/** An e-mail address in its form. Responses drop the rule, and keep its format. */
export const emailSchema = z
  .string()
  .overwrite(emailForm)
  .check(addressRule)
  .max(MAX_EMAIL)
  .meta({ format: 'email' });

/** A telephone number in the international form of ITU-T E.164, for example `+353861234567`. */
export const phoneSchema = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: 'Must be a number in E.164 form, for example +353861234567.' })
  .meta({ examples: ['+353861234567'] });
