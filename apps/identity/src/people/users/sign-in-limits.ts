import { createHash } from 'node:crypto';
import { lifetimes } from '../../lifetimes.js';
import type { Limit } from '../../throttling/throttle.js';

/** One try to sign in with a password. */
export interface Attempt {
  /** The address to sign in with, as `emailKey` makes it; whether it is anybody's does not matter. */
  emailKey: string;
  /** Where it comes from, as `networkOf` makes it. */
  network: string;
  /** The secret of the device. */
  device: string;
  /** Whether this user has signed in on it before. */
  deviceKnown: boolean;
  /** Whether everybody who uses a client comes from this same device: that of the client's server. */
  deviceShared: boolean;
}

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

/** Wrong passwords that one device or network may send for one user. */
export const MOST_OF_ONE = 10;
/**
 * Wrong passwords for one user from a device that others share: enough that a stranger's do not soon keep the
 * owner out.
 */
export const MOST_OF_SHARED = 50;
/** Wrong passwords for one user from all devices together that the user has never signed in on. */
export const MOST_OF_ALL_UNKNOWN = 50;
/** Wrong passwords for whichever users from unknown devices of one network. */
export const MOST_OF_NETWORK = 100;

/**
 * Wrong passwords in a row for one user, from all unknown devices or from one known device: then only a link
 * by e-mail opens the account (NIST SP 800-63B-4 section 3.2.2).
 */
export const MOST_IN_A_ROW = 100;

/** Links by e-mail to one address: few, so that nobody floods an inbox of somebody else. */
export const MOST_MAILS_OF_ADDRESS = 3;
/** Links by e-mail that are asked for from one network. */
export const MOST_MAILS_OF_NETWORK = 30;

/** Nobody's address is readable in a counter. */
const digestOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Begins the keys of everything that is counted for one user. */
export const userPrefix = (emailKey: string): string => `user:${digestOf(emailKey)}`;

/** Begins the keys of wrong passwords in a row. They are counted for addresses that are nobody's as well. */
const lockPrefix = (emailKey: string): string => `${userPrefix(emailKey)}:in-a-row`;

/**
 * The limit of wrong passwords in a row. Each known device has a count of its own: strangers never lock the
 * owner out of it.
 */
export const lockLimit = ({ emailKey, device, deviceKnown }: Attempt): Limit => ({
  key: `${lockPrefix(emailKey)}:${deviceKnown ? digestOf(device) : 'unknown'}`,
  most: MOST_IN_A_ROW,
  windowSeconds: YEAR_SECONDS,
});

/** Whether a refusal is of the limit of wrong passwords in a row, the one that no waiting ends. */
export const isLocked = (retryAfterSeconds: number): boolean => retryAfterSeconds > 2 * HOUR_SECONDS;

/**
 * The limits of wrong passwords. A device that the user has signed in on is counted by itself alone, so
 * that nobody else, from however many addresses, can lock the owner out of it; everybody else is counted
 * three times: for this user from this network, for this user from anywhere, and for any user from this
 * network. A shared device has a count of its own instead of its network's, and a larger one, since strangers
 * are on it as well.
 */
export function signInLimits(attempt: Attempt): [own: Limit, ...others: Limit[]] {
  const { emailKey, network, deviceKnown } = attempt;
  const own = ownLimit(attempt);
  const lock = lockLimit(attempt);
  if (deviceKnown) return [own, lock];
  return [
    own,
    { key: userPrefix(emailKey), most: MOST_OF_ALL_UNKNOWN, windowSeconds: HOUR_SECONDS },
    { key: `network:${digestOf(network)}`, most: MOST_OF_NETWORK, windowSeconds: QUARTER_SECONDS },
    lock,
  ];
}

function ownLimit({ emailKey, network, device, deviceKnown, deviceShared }: Attempt): Limit {
  const counted = deviceKnown || deviceShared ? `device:${digestOf(device)}` : `network:${digestOf(network)}`;
  return {
    key: `${userPrefix(emailKey)}:${counted}`,
    most: deviceShared ? MOST_OF_SHARED : MOST_OF_ONE,
    windowSeconds: QUARTER_SECONDS,
  };
}

/** The limits on links by e-mail in an hour. */
export function mailLimits(emailKey: string, network: string): { address: Limit; network: Limit } {
  return {
    address: { key: `mail:${digestOf(emailKey)}`, most: MOST_MAILS_OF_ADDRESS, windowSeconds: HOUR_SECONDS },
    network: {
      key: `mail-network:${digestOf(network)}`,
      most: MOST_MAILS_OF_NETWORK,
      windowSeconds: HOUR_SECONDS,
    },
  };
}

/**
 * How long each kind is kept. Those of the console apart: each of them is one at the provider too. So are
 * requests that are pushed before: no password follows those of somebody who is signed in.
 */
const begunSeconds = {
  'sign-in': lifetimes.interaction,
  'console-sign-in': lifetimes.interaction,
  'pushed-request': lifetimes.pushedRequest,
} as const;
export type BegunKind = keyof typeof begunSeconds;

/** The limit on sign-ins that one network begins while the first of them is kept. */
export const beginLimit = (kind: BegunKind, network: string, most: number): Limit => ({
  key: `begun-${kind}:${digestOf(network)}`,
  most,
  windowSeconds: begunSeconds[kind],
});

/** New passwords of one user that are checked: each takes a core for a moment, and others wait for it. */
export const MOST_NEW_PASSWORDS = 10;

/** The limit on new passwords of one user in a quarter hour, taken or not. */
export const newPasswordLimit = (userId: string): Limit => ({
  key: `new-password:${userId}`,
  most: MOST_NEW_PASSWORDS,
  windowSeconds: QUARTER_SECONDS,
});

/** Changes of address that one user may ask for in an hour. */
const MOST_CHANGES_OF_USER = 5;

/**
 * The limits on links to a new address in an hour. The address has its own: strangers who ask for it must not
 * use up the links to a new password of its owner.
 */
export const emailChangeLimits = (userId: string, newKey: string): [ofUser: Limit, ofAddress: Limit] => [
  { key: `email-change:${userId}`, most: MOST_CHANGES_OF_USER, windowSeconds: HOUR_SECONDS },
  { key: `new-email:${digestOf(newKey)}`, most: MOST_MAILS_OF_ADDRESS, windowSeconds: HOUR_SECONDS },
];
