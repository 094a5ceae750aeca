import { z } from 'zod';
import { CLIENT_ID } from '../../clients/clients.js';

/** In a path; anything else names no client, so it is 404. */
export const clientIdSchema = z.string().regex(CLIENT_ID);
