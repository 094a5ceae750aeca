import { z } from 'zod';
import { signInEmailSchema } from './sign-in-email.js';

/** The body of `POST /users/me/emailchange`. */
export const changeEmailSchema = z.strictObject({ email: signInEmailSchema }).meta({ id: 'ChangeEmail' });
export type ChangeEmail = z.infer<typeof changeEmailSchema>;

/** The answer is the same for every address, whether it is anybody's or not. */
export const emailChangeSchema = z
  .object({
    email: z.string().meta({ format: 'email' }).describe('Where the link to confirm the address is sent.'),
  })
  .meta({ id: 'EmailChange' });
