import { noSuchEndpoint } from '../errors/refusals.js';
import { isWithin } from '../paths/paths-of-apis.js';
import { neverRouted, type RemovedEndpoint, type Route, removedEndpoints, routes } from '../route-table.js';

/** A request target that the route table knows. */
export interface Match<Entry extends Route | RemovedEndpoint = Route | RemovedEndpoint> {
  entry: Entry;
  /** The path after the prefix: empty, or from a slash on. */
  rest: string;
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
