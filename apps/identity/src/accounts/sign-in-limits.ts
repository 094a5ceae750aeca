import { createHash } from 'node:crypto';
import type { Limit } from '../throttling/throttle.js';

/** One try to sign in with a password. */
export interface Attempt {
  /** The address to sign in with, as `emailKey` makes it; whether it is anybody's does not matter. */
  emailKey: string;
  /** Where it comes from, as `networkOf` makes it. */
  network: string;
  /** The device, if this user has signed in on it before. */
  knownDevice: string | undefined;
}

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

/** Wrong passwords that one device or network may send for one user. */
export const MOST_OF_ONE = 10;
/** Wrong passwords for one user from all devices together that the user has never signed in on. */
export const MOST_OF_ALL_UNKNOWN = 50;
/** Wrong passwords for whichever users from unknown devices of one network. */
export const MOST_OF_NETWORK = 100;

/** Nobody's address is readable in a counter. */
const digestOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Begins the keys of everything that is counted for one user. */
export const userPrefix = (emailKey: string): string => `user:${digestOf(emailKey)}`;

/**
 * What wrong passwords count against. A device that the user has signed in on is counted by itself alone, so that nobody
 * else, from however many addresses, can lock the owner out of it; everybody else is counted three times: for this user
 * from this network, for this user from anywhere, and for any user from this network.
 */
export function signInLimits({ emailKey, network, knownDevice }: Attempt): [own: Limit, ...others: Limit[]] {
  if (knownDevice !== undefined) {
    const key = `${userPrefix(emailKey)}:device:${digestOf(knownDevice)}`;
    return [{ key, most: MOST_OF_ONE, windowSeconds: QUARTER_SECONDS }];
  }
  return [
    {
      key: `${userPrefix(emailKey)}:network:${digestOf(network)}`,
      most: MOST_OF_ONE,
      windowSeconds: QUARTER_SECONDS,
    },
    { key: userPrefix(emailKey), most: MOST_OF_ALL_UNKNOWN, windowSeconds: HOUR_SECONDS },
    { key: `network:${digestOf(network)}`, most: MOST_OF_NETWORK, windowSeconds: QUARTER_SECONDS },
  ];
}

/** Links by e-mail: a few for one address, so that nobody floods another's inbox, and some for one network. */
export function mailLimits(emailKey: string, network: string): { address: Limit; network: Limit } {
  return {
    address: { key: `mail:${digestOf(emailKey)}`, most: 3, windowSeconds: HOUR_SECONDS },
    network: { key: `mail-network:${digestOf(network)}`, most: 30, windowSeconds: HOUR_SECONDS },
  };
}
