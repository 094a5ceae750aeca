import { z } from 'zod';

/** In a path; anything else names no client, so it is 404. */
export const clientIdSchema = z.string().regex(/^[\w.~-]{1,100}$/);
