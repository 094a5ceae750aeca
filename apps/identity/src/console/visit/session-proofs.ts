import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves that the console made something for the session, such as its forms: only who has its cookie can
 * compute it, and it does not tell the cookie.
 */
export const sessionProof = (sessionId: string, of: string): string =>
  createHmac('sha256', sessionId).update(of).digest('base64url');

export function isSessionProof(sessionId: string, of: string, value: unknown): boolean {
  const expected = Buffer.from(sessionProof(sessionId, of));
  const given = Buffer.from(typeof value === 'string' ? value : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const csrfToken = (sessionId: string): string => sessionProof(sessionId, 'form');
export const isCsrfToken = (sessionId: string, value: unknown): boolean =>
  isSessionProof(sessionId, 'form', value);
