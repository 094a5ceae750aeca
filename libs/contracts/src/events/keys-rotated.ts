import { z } from 'zod';
import { defineEvent } from './event.js';

/** There are other keys than before: each process of identity reads them anew. */
export const keysRotated = defineEvent({
  name: 'keys-rotated.v1',
  owner: 'identity',
  payload: z.object({ keyIds: z.array(z.string()).min(1).describe('The new ones.') }),
});
export type KeysRotated = z.infer<typeof keysRotated.payload>;
