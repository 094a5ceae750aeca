import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/**
 * A user whom the company of this message has invited has signed in since, or chosen a password. Nothing
 * tells whether the user had one before.
 */
export const invitationAccepted = defineMessage({
  name: 'invitation-accepted.v1',
  owner: 'identity',
  payload: z.object({ userId: idSchema }),
});
export type InvitationAccepted = z.infer<typeof invitationAccepted.payload>;
