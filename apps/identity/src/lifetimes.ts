import { LONGEST_ANSWER_MS, longestAccessTokenSeconds } from '@safety/contracts';

/** Lifetimes in seconds. */
export const lifetimes = {
  /** The default of the specification. */
  accessToken: 30 * 60,
  idToken: 30 * 60,
  /** RFC 6749 section 4.1.2: ten minutes at most; a client that is there needs seconds. */
  authorizationCode: 60,
  interaction: 30 * 60,
  /** RFC 9126 section 2.2: between 5 and 600 seconds; a client that has pushed sends its user at once. */
  pushedRequest: 60,
  /** Since the last visit. */
  session: 14 * 24 * 60 * 60,
  /** A browser that has not signed in. */
  anonymousSession: 30 * 60,
  /** Of the console, since its sign-in; a new one needs no password while the session lives. */
  consoleSession: 12 * 60 * 60,
  /** Since the sign-in, however often it is renewed. */
  refreshToken: 30 * 24 * 60 * 60,
  /** In which a client that missed the answer may exchange a refresh token once more. */
  refreshGrace: 10,
} as const;

/** Nothing that lives for minutes lives longer: sign-ins under way live longest of it. */
export const longestShortLivedSeconds = lifetimes.interaction;

/** The limits of a client's own lifetimes, in seconds. */
export const lifetimeBounds = {
  /**
   * The gateway remembers revocations for the longest lifetime of a token, and refuses tokens that live
   * longer.
   */
  accessToken: { min: 60, max: longestAccessTokenSeconds },
  refreshToken: { min: 60 * 60, max: 90 * 24 * 60 * 60 },
} as const;

/**
 * An access token can be issued a moment after its session or grant ended, by a request that was under way.
 */
const UNDER_WAY = 60;

/** When the last access token that exists now has expired, in seconds since the epoch. */
export const lastAccessTokenExpiry = (nowMs = Date.now()): number =>
  Math.floor(nowMs / 1000) + lifetimeBounds.accessToken.max + UNDER_WAY;

/**
 * From when a client or user that goes on working has tokens again, in seconds since the epoch: tokens know
 * whole seconds, so those of the present one end too.
 */
export const nextSecond = (nowMs = Date.now()): number => Math.floor(nowMs / 1000) + 1;

/** Seconds; clocks differ a little. */
const LONGEST_REQUEST = LONGEST_ANSWER_MS / 1000 + 2;

/** When no request is answered any more that began before now, in seconds since the epoch. */
export const requestsUnderWayEnd = (nowMs = Date.now()): number => Math.floor(nowMs / 1000) + LONGEST_REQUEST;
