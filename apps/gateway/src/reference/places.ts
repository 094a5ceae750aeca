/** Stand in the built document for the public addresses, which are settings. */
export const AUTH_PLACE = 'https://auth-url.invalid';
const ACCOUNTS_PLACE = 'https://accounts-api-url.invalid';
const API_PLACE = 'https://base-url.invalid';

/** Paths of the document begin with the prefix that the public addresses end with. */
const PREFIXES = { accounts: '/accounts', api: '/api' };

/** Where a path of the document is served. */
export const placeOf = (path: string): string =>
  path.startsWith(`${PREFIXES.accounts}/`) ? ACCOUNTS_PLACE : API_PLACE;

export interface PublicAddresses {
  AUTH_URL: string;
  ACCOUNTS_API_URL: string;
  BASE_URL: string;
}

const without = (suffix: string, address: string): string =>
  address.endsWith(suffix) ? address.slice(0, -suffix.length) : address;

/** The document with the addresses that clients know. */
export const withAddresses = (document: string, settings: PublicAddresses): string =>
  document
    .replaceAll(AUTH_PLACE, settings.AUTH_URL)
    .replaceAll(ACCOUNTS_PLACE, without(PREFIXES.accounts, settings.ACCOUNTS_API_URL))
    .replaceAll(API_PLACE, without(PREFIXES.api, settings.BASE_URL));
