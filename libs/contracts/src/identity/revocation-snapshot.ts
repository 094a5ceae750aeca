import { z } from 'zod';
import { revocationSchema } from '../messages/tokens-revoked.js';

/** The answer to a replica of the gateway, which asks at its start, every few seconds and after a gap. */
export const revocationSnapshotSchema = z
  .object({
    revocations: z.array(revocationSchema),
  })
  .meta({ id: 'RevocationSnapshot' });
export type RevocationSnapshot = z.infer<typeof revocationSnapshotSchema>;
