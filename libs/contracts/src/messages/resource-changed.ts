import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { changeOperations } from '../http/recorded-change.js';
import { defineMessage, type MessageContract } from './message.js';

const payload = z.object({
  resource: z.string().describe('The table of the row.'),
  id: idSchema,
  version: z.int().describe('The version that the row had after the change.'),
  operation: z.enum(changeOperations),
  members: z.array(z.string()).describe('The names of the members that changed, never their values.'),
  actorUserId: idSchema
    .nullable()
    .describe('null: a client, the service itself, or the unnamed author of an anonymous row.'),
});
export type ResourceChange = z.infer<typeof payload>;

/**
 * A write of a row of a resource that has no message of its own. Each owner has a message: a reader believes
 * a name only in the stream of its owner.
 */
export const resourceChanged = (owner: MessageContract['owner']): MessageContract<typeof payload> =>
  defineMessage({ name: `${owner}-resource-changed.v1`, owner, payload });
