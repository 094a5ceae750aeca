import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id: a UUID in its canonical lower-case form (RFC 9562 section 4). New ids are version 7. */
export const idSchema = z
  .string()
  .regex(UUID, { error: 'Must be an id: a UUID in lower case.' })
  .meta({ format: 'uuid' });

/** At most `most` different ids. */
export const idList = (most: number) =>
  z
    .array(idSchema)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, {
      error: 'Names an id twice.',
      params: { code: 'duplicate' },
    });
