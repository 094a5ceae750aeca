import { isLiving } from './living-grants.js';

/** SQL that holds for a grant of the password flow; one that has outlived its session still names it. */
export const isWithoutSession = (payload: string): string => `${payload} ->> 'sid' IS NULL`;

/**
 * SQL that holds for a grant that a company ends earlier than its client would: it is ended as a session is,
 * so that its access tokens are refused.
 */
export const isCutShort = `(${isLiving} AND sid IS NULL AND ${isWithoutSession('payload')}
  AND coalesce((payload ->> 'exp')::float8 > extract(epoch FROM expires_at) + 1, false))`;
