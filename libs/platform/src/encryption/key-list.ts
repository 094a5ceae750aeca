import { z } from 'zod';
import { ENCRYPTION_KEY_BYTES } from './aes-gcm.js';

/**
 * Whether a text is a key: of AES-256, or a seed or a public key of Ed25519, which has as many bytes. Node
 * skips what is no base64, so that a mistyped key would be another one.
 */
export const isKey = (text: string): boolean =>
  z.base64().safeParse(text).success && Buffer.from(text, 'base64').length === ENCRYPTION_KEY_BYTES;

/** Keys with commas between them: the first encrypts, all decrypt. */
export const keyListSetting = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every(isKey), {
    error: `Must be ${ENCRYPTION_KEY_BYTES} bytes in base64, or several such keys with commas between them.`,
  })
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]);
