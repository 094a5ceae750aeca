import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { defineMessage } from './message.js';

/**
 * A user whom the company of this message alone has invited has chosen the first password. Of a user who had
 * one before, or who was invited by several companies, the first request in the company accepts.
 */
export const invitationAccepted = defineMessage({
  name: 'invitation-accepted.v1',
  owner: 'identity',
  payload: z.object({ userId: idSchema }),
});
export type InvitationAccepted = z.infer<typeof invitationAccepted.payload>;
