import { z } from 'zod';
import {
  addressRule,
  emailForm,
  hasLongLocalPart,
  LONG_LOCAL_PART,
  MAX_EMAIL,
  SHORT_LOCAL_PART,
} from '../http/contact.js';

/**
 * An address to sign in with, unique whatever its case. The documents do not see the rules behind a
 * transformation, so they are told.
 */
export const signInEmailSchema = z
  .string()
  .transform(emailForm)
  .pipe(addressRule.max(MAX_EMAIL).refine((email) => !hasLongLocalPart(email), { error: LONG_LOCAL_PART }))
  .meta({
    description: SHORT_LOCAL_PART,
    format: 'email',
    maxLength: MAX_EMAIL,
    pattern: addressRule.def.pattern?.source,
  });
