import { lifetimeBounds, lifetimes } from '../lifetimes.js';
import type { KeyPurpose } from './new-key.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Seconds for which a key is published before it signs. Services read the keys every 30 seconds, and other
 * caches keep them for five minutes. By then, all of them know the key.
 */
export const PUBLISHED_AHEAD = 20 * MINUTE;

/** Clocks differ, and requests are under way. */
const MARGIN = HOUR;

/**
 * As an id_token_hint an ID token counts long after it has expired: clients send the one of the sign-in to
 * sign out, for as long as they renew their tokens.
 */
const ID_TOKEN = lifetimeBounds.refreshToken.max + MARGIN;

/**
 * Seconds for which a key is still needed after its last signature: as long as what it signed can be shown.
 */
export const neededAfter: Record<KeyPurpose, number> = {
  // It signs ID tokens of ES256 as well.
  'access-token': ID_TOKEN,
  'id-token': ID_TOKEN,
  // The cookie of a session is signed anew at each visit.
  cookie: lifetimes.session + MARGIN,
};
