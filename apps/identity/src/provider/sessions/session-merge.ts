import { isDeepStrictEqual } from 'node:util';
import type { AdapterPayload } from 'oidc-provider';

type Members = Record<string, unknown>;

/** `stored` with what `mine` has changed since `read`, and nothing else of `mine`. */
function withChanges(stored: Members, read: Members, mine: Members): Members {
  const merged = { ...stored };
  for (const name of new Set([...Object.keys(read), ...Object.keys(mine)])) {
    if (isDeepStrictEqual(mine[name], read[name])) continue;
    if (mine[name] === undefined) delete merged[name];
    else merged[name] = mine[name];
  }
  return merged;
}

/** The clients of a session: tabs add theirs at the same time. */
export const mergeAuthorizations = (
  stored: AdapterPayload,
  read: AdapterPayload,
  mine: AdapterPayload,
): AdapterPayload['authorizations'] =>
  withChanges(
    stored.authorizations ?? {},
    read.authorizations ?? {},
    mine.authorizations ?? {},
  ) as AdapterPayload['authorizations'];

/** A session that two requests have changed since both read it: each keeps what it changed. */
export const mergeSessions = (
  stored: AdapterPayload,
  read: AdapterPayload,
  mine: AdapterPayload,
): AdapterPayload => ({
  ...(withChanges(stored, read, mine) as AdapterPayload),
  authorizations: mergeAuthorizations(stored, read, mine),
});
