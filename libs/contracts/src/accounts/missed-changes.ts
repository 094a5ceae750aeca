import { z } from 'zod';
import { envelopeSchema } from '../messages/message.js';

/**
 * Messages of accounts for identity, each a whole state or a request for a mail, in the order of their
 * numbers.
 */
export const missedChangesSchema = z.object({
  changes: z.array(
    z.object({
      number: z.int().describe('Of the message in the outbox of accounts.'),
      settled: z.boolean().describe('Whether no smaller number can appear any more.'),
      message: envelopeSchema,
    }),
  ),
  generation: z.int().default(0).describe('Rises when the database of accounts is restored.'),
  more: z.boolean().describe('Whether further ones follow at once.'),
});
export type MissedChanges = z.input<typeof missedChangesSchema>;

/** The path, which the gateway does not route, of those with greater numbers than this one. */
export const missedChangesPath = (after: number): string => `/internal/changes?after=${after}`;
