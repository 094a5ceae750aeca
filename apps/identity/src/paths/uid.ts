import { z } from 'zod';

/** The name of a request that waits for the user, in the address of its page. */
export const uidSchema = z.string().regex(/^[\w-]{1,64}$/);
