import { z } from 'zod';
import { onlyOnce } from './only-once.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id: a UUID in its canonical lower-case form (RFC 9562 section 4). New ids are version 7. */
export const idSchema = z
  .string()
  .regex(UUID, { error: 'Must be an id: a UUID in lower case.' })
  .meta({ format: 'uuid' });

/** Whether a text is an id as `idSchema` takes it. */
export const isId = (text: string): boolean => UUID.test(text);

const ID_OR_ME = new RegExp(`^(?:me|${UUID.source.slice(1, -1)})$`);

/**
 * The id of a user, or `me` for the caller. One pattern in place of a choice, of which openapi-generator
 * makes a class of Java that is no text for a query.
 */
export const idOrMeSchema = z
  .string()
  .regex(ID_OR_ME, { error: 'Must be me, or an id: a UUID in lower case.' });

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * An id that a client makes before it sends the row: a UUID version 7 (RFC 9562 section 5.7). Its time keeps
 * the keys of new rows together, as those that a service makes.
 */
export const clientMadeIdSchema = z
  .string()
  .regex(UUID_7, { error: 'Must be a UUID version 7 in lower case.' })
  .meta({ format: 'uuid' });

/** At most `most` different ids. */
export const idList = (most: number) => onlyOnce(z.array(idSchema).max(most), 'an id');
