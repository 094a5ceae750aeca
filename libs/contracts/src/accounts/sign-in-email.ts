import { z } from 'zod';
import { addressRule, emailForm, MAX_EMAIL } from '../http/contact.js';

/**
 * An address to sign in with, unique whatever its case. The documents do not see the rules behind a
 * transformation, so they are told.
 */
export const signInEmailSchema = z
  .string()
  .transform(emailForm)
  .pipe(addressRule.max(MAX_EMAIL))
  .meta({ format: 'email', maxLength: MAX_EMAIL, pattern: addressRule.def.pattern?.source });
