import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts private keys at rest (AES-256-GCM). The key's id is authenticated too: a row's secret works in no other row. */
@Injectable()
export class KeyEncryption {
  constructor(@InjectSettings() private readonly settings: Pick<IdentitySettings, 'KEY_ENCRYPTION_KEY'>) {}

  encrypt(id: string, secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.settings.KEY_ENCRYPTION_KEY, iv).setAAD(Buffer.from(id));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Throws when KEY_ENCRYPTION_KEY is not the one it was encrypted with, or the text was changed. */
  decrypt(id: string, text: string): string {
    const bytes = Buffer.from(text, 'base64url');
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.settings.KEY_ENCRYPTION_KEY, iv)
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
