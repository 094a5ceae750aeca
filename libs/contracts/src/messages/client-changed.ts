import { z } from 'zod';
import { defineMessage } from './message.js';

export const clientChanges = [
  'created',
  'changed',
  'disabled',
  'enabled',
  'deleted',
  'secrets-changed',
] as const;

/** An API client was registered, changed or removed: what is cached about it is stale. */
export const clientChanged = defineMessage({
  name: 'client-changed.v1',
  owner: 'identity',
  payload: z.object({ clientId: z.string().min(1), change: z.enum(clientChanges) }),
});
export type ClientChanged = z.infer<typeof clientChanged.payload>;
