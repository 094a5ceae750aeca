import { z } from 'zod';
import { revocationSchema } from '../messages/tokens-revoked.js';

/** Where the pages of revocations are; `after` is a position that an earlier page named. */
export const revocationPagesPath = '/internal/revocations/pages';

/**
 * A page of the revocations that are still needed, for a replica of the gateway. It asks for all of them when
 * it starts, and from then on for what is new.
 */
export const revocationPageSchema = z
  .object({
    revocations: z.array(revocationSchema),
    next: z.string().nullable().describe('The position of the next page; null: this is the last one.'),
    position: z
      .string()
      .describe('Everything before it was committed when this page was read: where a later question begins.'),
  })
  .meta({ id: 'RevocationPage' });
export type RevocationPage = z.infer<typeof revocationPageSchema>;
