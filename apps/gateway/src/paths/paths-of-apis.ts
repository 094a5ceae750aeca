import { routes } from '../route-table.js';

/** Whether a path in lower case is this prefix of whole segments, or below it. */
export const isWithin = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

const versionedApis = [...new Set(routes.flatMap(({ versioned, strip }) => (versioned ? strip : [])))];

/** Whether a path belongs to an API that echoes `Api-Version`, also where it leads nowhere. */
export function isVersioned(path: string): boolean {
  const lowerCase = path.toLowerCase();
  return versionedApis.some((api) => isWithin(api, lowerCase));
}

const protocolPrefixes = routes.filter(({ versioned }) => !versioned).map(({ prefix }) => prefix);

/** Whether a path is one of sign-in and OpenID Connect, also where it leads nowhere. */
export function isProtocol(path: string): boolean {
  const lowerCase = path.toLowerCase();
  return protocolPrefixes.some((prefix) => isWithin(prefix, lowerCase));
}

const CONNECT = 'token|par|userinfo|revocation|introspect|identitytokenvalidation';
const forPrograms = new RegExp(
  `^(/auth/(connect/(${CONNECT})|\\.well-known/.+)|/\\.well-known/oauth-authorization-server/auth)/?$`,
  'i',
);

/** Whether a path of the protocol is one that programs call: they read JSON, whatever their `Accept` says. */
export const isForPrograms = (path: string): boolean => forPrograms.test(path);

const strips = [...new Set(routes.map(({ strip }) => strip))].filter((strip) => strip !== '');

/** A path without the public prefix of its API, as the services name it in their problems. */
export function pathBelowApi(path: string): string {
  const lowerCase = path.toLowerCase();
  const prefix = strips.find((strip) => isWithin(strip, lowerCase)) ?? '';
  return path.slice(prefix.length) || '/';
}
