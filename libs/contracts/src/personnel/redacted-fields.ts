import { z } from 'zod';

/** The read-only member that names those that are null for this caller, or for now. */
export const redactedFields = {
  redactedFields: z
    .array(z.string())
    .describe('Members that were withheld, or cannot be decrypted, as JSON pointers.'),
};
