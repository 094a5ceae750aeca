import { hkdfSync } from 'node:crypto';
import { ENCRYPTION_KEY_BYTES } from '@safety/platform';

/** A key for one use, derived from `CURSOR_SECRET`. */
export const derivedKey = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', use, ENCRYPTION_KEY_BYTES));
