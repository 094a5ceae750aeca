import { z } from 'zod';
import { defineMessage } from './message.js';

/**
 * The keys have changed, and each process of identity reads them again. The processes that verify access
 * tokens read the published keys. They refuse at once all tokens that a withdrawn key signed.
 */
export const keysRotated = defineMessage({
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
