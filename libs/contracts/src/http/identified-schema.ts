import { z } from 'zod';
import { idSchema } from './id.js';
import { objectOf } from './object-of.js';

/** The members of a body that names the row to change, where no path does. */
export const identity = {
  id: idSchema.describe('The row to change.'),
  version: z
    .int()
    .min(1)
    .optional()
    .describe('The version to change, equal in force to `If-Match`. Where both are given, both must hold.'),
};

/** A body of `schema` that names its row by `id` and `version`, for the documents. */
export function identifiedSchema(schema: z.ZodType): z.ZodType {
  const object = objectOf(schema);
  const { id, ...meta } = object.meta() ?? {};
  return z.strictObject({ ...object.shape, ...identity }).meta({ ...meta, ...(id && { id: `${id}WithId` }) });
}
