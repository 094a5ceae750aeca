import { Injectable } from '@nestjs/common';
import { ProblemError } from '@safety/platform';
import type { NewClientSecret } from '../../clients/client-secrets.js';
import { decryptWithSecret, encryptWithSecret } from '../../storage/encryption/encrypt-with-secret.js';
import { ShortLived } from '../../storage/short-lived/short-lived.js';

const SECONDS = 5 * 60;
const keyOf = (secretId: string): string => `console-secret:${secretId}`;

/**
 * Carries a new secret over the redirect after the form to the page that shows it: once, for minutes, and
 * only to the console session that asked for it, whose cookie is the key.
 */
@Injectable()
export class ShownOnce {
  constructor(private readonly shortLived: ShortLived) {}

  async keep(sessionId: string, { id, secret }: NewClientSecret): Promise<void> {
    await this.shortLived.set(keyOf(id), encryptWithSecret(sessionId, secret).toString('base64url'), SECONDS);
  }

  /** The secret; 404 when it was shown before, is another session's, or the time is over. */
  async take(sessionId: string, secretId: string): Promise<string> {
    const kept = await this.shortLived.get(keyOf(secretId));
    const secret = kept && opened(sessionId, kept.value);
    if (secret === undefined || (await this.shortLived.claim(keyOf(secretId))) !== 'first')
      throw new ProblemError('not-found', { detail: 'A secret is shown once.' });
    await this.shortLived.delete(keyOf(secretId));
    return secret;
  }
}

function opened(sessionId: string, encrypted: string): string | undefined {
  try {
    return decryptWithSecret(sessionId, Buffer.from(encrypted, 'base64url'));
  } catch {
    // Encrypted for another session.
    return undefined;
  }
}
