import { z } from 'zod';
import { normalized } from './text-form.js';

/** In characters, as RFC 5321 limits an address. */
export const MAX_EMAIL = 254;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/**
 * An address of RFC 5321 without quoted names and addresses of hosts in numbers. The last part of a domain
 * may be an internationalised one, such as `xn--p1ai`. No two ways lead through a text, so time grows with
 * its length.
 */
const ADDRESS = new RegExp(
  String.raw`^${ATOM}(?:\.${ATOM})*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`,
);
/** The rule of a text that has its form. */
export const addressRule = z.email({ pattern: ADDRESS, error: 'Must be an e-mail address.' });

/** An e-mail address in the normal form of text. Responses drop the rule, and keep its format. */
export const emailSchema = z
  .string()
  .overwrite((given) => normalized(given, MAX_EMAIL))
  .check(addressRule)
  .max(MAX_EMAIL)
  .meta({ format: 'email' });

/** A telephone number in the international form of ITU-T E.164, for example `+353861234567`. */
export const phoneSchema = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: 'Must be a number in E.164 form, for example +353861234567.' })
  .meta({ examples: ['+353861234567'] });
