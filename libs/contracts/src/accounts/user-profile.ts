import { z } from 'zod';
import { readOnlyMembers } from '../http/resource.js';
import { timestampSchema, timeZoneSchema } from '../http/time.js';
import { withoutRules } from '../http/without-rules.js';
import { localeSchema, personNames } from './company-fields.js';

const writable = {
  ...personNames,
  locale: localeSchema.nullable().default(null).describe('BCP 47; null: that of the company.'),
  timeZone: timeZoneSchema.nullable().default(null).describe('IANA name; null: that of the company.'),
};

const readOnly = {
  id: z.string().meta({ format: 'uuid' }).describe('The `sub` of the tokens.'),
  version: z.int().describe('Grows with each change; the value of the ETag.'),
  email: z
    .string()
    .meta({ format: 'email' })
    .describe('The address that the user signs in with; changed by `POST /users/me/emailchange`.'),
  createdAt: timestampSchema,
  modifiedAt: timestampSchema,
};

const ignored = readOnlyMembers(Object.keys(readOnly));

/** The profile of the signed-in user, for all companies. */
export const userProfileSchema = z
  .object({
    ...readOnly,
    givenName: z.string(),
    familyName: z.string(),
    locale: withoutRules(writable.locale),
    timeZone: withoutRules(writable.timeZone),
  })
  .meta({ id: 'UserProfile' });
export type UserProfile = z.input<typeof userProfileSchema>;

export const saveUserProfileSchema = z
  .strictObject({ ...ignored, ...writable })
  .meta({ id: 'SaveUserProfile' })
  .transform(({ givenName, familyName, locale, timeZone }) => ({ givenName, familyName, locale, timeZone }));
export type SaveUserProfile = z.infer<typeof saveUserProfileSchema>;
