import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Decrypted {
  secret: string;
  /** Whether it was encrypted with the first of the keys; others are on their way out. */
  isCurrent: boolean;
}

/**
 * Encrypts private keys at rest (AES-256-GCM). The key's id is authenticated too: a row's secret works in no other row. Of
 * several keys in KEY_ENCRYPTION_KEY the first encrypts and all decrypt.
 */
@Injectable()
export class KeyEncryption {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'KEY_ENCRYPTION_KEY'>) {}

  encrypt(id: string, secret: string): string {
    const [key] = this.settings.KEY_ENCRYPTION_KEY;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(id));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Throws when it was encrypted with none of the keys of KEY_ENCRYPTION_KEY, or the text was changed. */
  decrypt(id: string, text: string): Decrypted {
    for (const [index, key] of this.settings.KEY_ENCRYPTION_KEY.entries()) {
      const secret = decryptWith(key, id, text);
      if (secret !== undefined) return { secret, isCurrent: index === 0 };
    }
    throw new Error('A key in the database was encrypted with none of the keys in KEY_ENCRYPTION_KEY.');
  }
}

function decryptWith(key: Buffer, id: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
    return decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
