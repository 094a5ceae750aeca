import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { gainedByMove } from '@safety/platform';

/** The org structures where something is, and would be, each by the ids from the root down to it. */
interface Move {
  from: readonly string[];
  to: readonly string[];
}

/**
 * Throws 403 when the caller holds one of the permissions where something would be, and not where it is.
 * Otherwise callers could move to themselves what they may not read or do.
 */
export function refuseGain(
  company: CompanyContext,
  permissions: Iterable<Permission>,
  what: string,
  { from, to }: Move,
): void {
  for (const permission of permissions) {
    const reach = reachOf(company, permission);
    if (covers(reach, from) || !covers(reach, to)) continue;
    throw gainedByMove(permission, what);
  }
}
