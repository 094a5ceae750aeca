import { z } from 'zod';
import { revocationSchema } from '../messages/tokens-revoked.js';

/** What identity tells a replica of the gateway at its start and after a gap. */
export const revocationSnapshotSchema = z
  .object({
    revocations: z.array(revocationSchema),
    position: z.string().describe('Id in the stream of identity: everything after it is to be read there.'),
  })
  .meta({ id: 'RevocationSnapshot' });
export type RevocationSnapshot = z.infer<typeof revocationSnapshotSchema>;
