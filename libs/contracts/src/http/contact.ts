import { z } from 'zod';

/** An e-mail address as RFC 5321 limits it. */
export const emailSchema = z.email().max(254);

/** A telephone number in the international form of ITU-T E.164, for example `+353861234567`. */
export const phoneSchema = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: 'Must be a number in E.164 form, for example +353861234567.' })
  .meta({ examples: ['+353861234567'] });
