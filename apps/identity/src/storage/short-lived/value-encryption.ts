import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decryptBytes, encryptBytes, InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';

interface TimedValue {
  value: string;
  /** Milliseconds since the epoch: what was kept longer opens no more, whoever writes it back. */
  until: number;
  /** When it was kept, likewise: the newer of two values under one name counts. */
  at: number;
}

/** A value that this service kept. */
export type DecryptedValue = Pick<TimedValue, 'value' | 'at'>;

/**
 * Encrypts what is kept for minutes (AES-256-GCM), since others can reach Redis: a value opens only under the
 * name it was kept by, only until its time is over, and only when this service wrote it. Each name has a key
 * of its own, derived from KEY_ENCRYPTION_KEY (HKDF, RFC 5869), of which the first encrypts and all decrypt.
 */
@Injectable()
export class ValueEncryption {
  /** Made once: of bytes, each derivation would make a key first, which takes as long as the derivation. */
  private readonly keys: KeyObject[];

  constructor(@InjectSettings() { KEY_ENCRYPTION_KEY }: Pick<IdentitySettings, 'KEY_ENCRYPTION_KEY'>) {
    this.keys = KEY_ENCRYPTION_KEY.map((key) => createSecretKey(key));
  }

  encrypt(name: string, value: string, seconds: number): string {
    const [key] = this.keys as [KeyObject, ...KeyObject[]];
    const at = Date.now();
    const timed: TimedValue = { value, until: at + seconds * 1000, at };
    return encryptBytes(keyOf(key, name), Buffer.from(JSON.stringify(timed)), name).toString('base64url');
  }

  /** The value and its time; undefined for anything else than what `encrypt` made for this name and time. */
  decrypt(name: string, encrypted: string): DecryptedValue | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    for (const key of this.keys) {
      try {
        const text = decryptBytes(keyOf(key, name), bytes, name).toString();
        const { value, until, at } = JSON.parse(text) as TimedValue;
        return until > Date.now() ? { value, at } : undefined;
      } catch {
        // Encrypted with another of the keys, or by somebody else.
      }
    }
    return undefined;
  }
}

/** A key object: with a key of bytes, every cipher would take ten microseconds longer to make. */
const keyOf = (key: KeyObject, name: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key, name, 'identity: what lives for minutes', 32)));
