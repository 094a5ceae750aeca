import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves that the console made something for the session, such as its forms: only who has its cookie can
 * compute it, and it does not tell the cookie.
 */
export const sessionProof = (sessionId: string, of: string): string =>
  createHmac('sha256', sessionId).update(of).digest('base64url');

export const isSessionProof = (sessionId: string, of: string, value: unknown): boolean =>
  isSame(sessionProof(sessionId, of), value);

/** In a time that does not tell how much of it is right. */
export function isSame(proof: string, value: unknown): boolean {
  const expected = Buffer.from(proof);
  const given = Buffer.from(typeof value === 'string' ? value : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const csrfToken = (sessionId: string): string => sessionProof(sessionId, 'form');
