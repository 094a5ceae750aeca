import { Injectable } from '@nestjs/common';
import { decryptBytes, encryptBytes, InjectSettings, SettingsError } from '@safety/platform';
import type { IdentitySettings } from '../config.js';

export interface Decrypted {
  secret: string;
  /** Whether it was encrypted with the first of the keys; others are on their way out. */
  isCurrent: boolean;
}

/**
 * Encrypts private keys at rest (AES-256-GCM). The key's id is authenticated too: a row's secret works in no
 * other row. Of several keys in KEY_ENCRYPTION_KEY the first encrypts and all decrypt.
 */
@Injectable()
export class KeyEncryption {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'KEY_ENCRYPTION_KEY'>) {}

  encrypt(id: string, secret: string): string {
    const [key] = this.settings.KEY_ENCRYPTION_KEY;
    return encryptBytes(key, Buffer.from(secret), id).toString('base64url');
  }

  /** Throws a `SettingsError` when it was encrypted with none of the keys, or the text was changed. */
  decrypt(id: string, text: string): Decrypted {
    for (const [index, key] of this.settings.KEY_ENCRYPTION_KEY.entries()) {
      const secret = decryptWith(key, id, text);
      if (secret !== undefined) return { secret, isCurrent: index === 0 };
    }
    throw new SettingsError(
      'A key in the database was encrypted with none of the keys in KEY_ENCRYPTION_KEY.',
    );
  }
}

function decryptWith(key: Buffer, id: string, text: string): string | undefined {
  try {
    return decryptBytes(key, Buffer.from(text, 'base64url'), id).toString();
  } catch {
    return undefined;
  }
}
