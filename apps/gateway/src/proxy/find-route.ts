import { noSuchEndpoint } from '../errors/refusals.js';
import { neverRouted, type RemovedEndpoint, type Route, removedEndpoints, routes } from '../route-table.js';

/** A request target that the route table knows. */
export interface Match<Entry extends Route | RemovedEndpoint = Route | RemovedEndpoint> {
  entry: Entry;
  /** The path after the prefix: empty, or from a slash on. */
  rest: string;
}

/** Whether a path in lower case is this prefix of whole segments, or below it. */
const isWithin = (prefix: string, path: string): boolean =>
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

const strips = [...new Set(routes.map(({ strip }) => strip))].filter((strip) => strip !== '');

/** A path without the public prefix of its API, as the services name it in their problems. */
export function pathBelowApi(path: string): string {
  const lowerCase = path.toLowerCase();
  const prefix = strips.find((strip) => isWithin(strip, lowerCase)) ?? '';
  return path.slice(prefix.length) || '/';
}

/** Finds a normalised path in the route table, in any case. Throws 404 for what is not there. */
export function findRoute(path: string): Match {
  const lowerCase = path.toLowerCase();
  const isBelow = ({ prefix }: { prefix: string }) => isWithin(prefix, lowerCase);
  const entry = removedEndpoints.find(isBelow) ?? routes.find(isBelow);
  if (!entry || isNeverRouted(entry, lowerCase)) throw noSuchEndpoint();
  return { entry, rest: path.slice(entry.prefix.length) };
}

/**
 * The prefix as the table writes it, whatever case the client used, without what the service does not see.
 */
export const servicePath = ({ entry, rest }: Match<Route>): string =>
  `${entry.prefix}${rest}`.slice(entry.strip.length) || '/';

export const isRoute = (match: Match): match is Match<Route> => 'upstream' in match.entry;

function isNeverRouted({ strip }: Route | RemovedEndpoint, lowerCase: string): boolean {
  const start = strip.length + 1;
  const end = lowerCase.indexOf('/', start);
  return neverRouted.has(lowerCase.slice(start, end === -1 ? undefined : end));
}
