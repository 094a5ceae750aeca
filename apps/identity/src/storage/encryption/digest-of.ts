import { createHash } from 'node:crypto';

/**
 * As secrets are stored: cookies, tokens, and the secrets of clients. A leaked table opens nothing; they are
 * random and long, so that no salt is needed.
 */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
