import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/** A user wants another address to sign in with. It counts once its owner confirms it. */
export const emailChangeRequested = defineMessage({
  name: 'email-change-requested.v1',
  owner: 'accounts',
  payload: z.object({
    userId: idSchema,
    email: z.string(),
    locale: z.string().nullable().describe('BCP 47, of the mails; null: not known.'),
  }),
});
export type EmailChangeRequested = z.infer<typeof emailChangeRequested.payload>;

/**
 * The owner of an address has confirmed that a user signs in with it from now on. In place of a company, its
 * envelope names the user.
 */
export const emailConfirmed = defineMessage({
  name: 'email-confirmed.v1',
  owner: 'identity',
  payload: z.object({ userId: idSchema, email: z.string() }),
});
export type EmailConfirmed = z.infer<typeof emailConfirmed.payload>;
