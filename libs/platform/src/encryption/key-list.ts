import { z } from 'zod';
import { ENCRYPTION_KEY_BYTES } from './aes-gcm.js';

const keyOf = (text: string): Buffer => Buffer.from(text.trim(), 'base64');

/** Keys with commas between them, each base64 of 32 bytes: the first encrypts, all decrypt. */
export const keyListSetting = z
  .string()
  .refine((text) => text.split(',').every((key) => keyOf(key).length === ENCRYPTION_KEY_BYTES), {
    error: `must be base64 of ${ENCRYPTION_KEY_BYTES} bytes, or several of them with commas`,
  })
  .transform((text) => text.split(',').map(keyOf) as [Buffer, ...Buffer[]]);
