import { z } from 'zod';
import { defineEvent } from './event.js';

/**
 * There are other keys than before: each process of identity reads them anew. The processes that verify access tokens read
 * the published ones, and refuse at once what a withdrawn one signed.
 */
export const keysRotated = defineEvent({
  name: 'keys-rotated.v1',
  owner: 'identity',
  payload: z.object({
    keyIds: z.array(z.string()).min(1).describe('The new ones.'),
    accessTokenKeyId: z.string().optional().describe('The new one of access tokens, if there is one.'),
    withdrawnKeyIds: z
      .array(z.string())
      .default([])
      .describe('Keys of access tokens that count no more: what they signed is refused.'),
  }),
});
export type KeysRotated = z.infer<typeof keysRotated.payload>;
