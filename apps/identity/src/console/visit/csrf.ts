import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves that a form was made for the session: only who has its cookie can compute it, and it does not tell
 * the cookie.
 */
export const csrfToken = (sessionId: string): string =>
  createHmac('sha256', sessionId).update('form').digest('base64url');

export function isCsrfToken(sessionId: string, value: unknown): boolean {
  const expected = Buffer.from(csrfToken(sessionId));
  const given = Buffer.from(typeof value === 'string' ? value : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
