import type { ChangePage, HazardStatus } from '@safety/contracts';

/** A change of the status of one hazard; `from` is null for the one that has added it. */
export interface StatusChange {
  version: number;
  from: HazardStatus | null;
  to: HazardStatus;
}

type Change = ChangePage['data'][number];
type Member = Change['members'][number];

/**
 * The status in which a version left the hazard: set by it or before it, else the one that the next change
 * ends.
 */
function statusAfter(version: number, changes: readonly StatusChange[], now: HazardStatus) {
  const before = changes.findLast((change) => change.version <= version);
  if (before) return before.to;
  const next = changes.find((change) => change.version > version);
  return next ? next.from : now;
}

/**
 * Recorded changes without what a draft said, which its author alone reads here. `changes` are those of the
 * status, the oldest first, and `now` is the status today: records of more than 30 days ago are gone.
 */
export function withoutDrafts(
  recorded: readonly Change[],
  changes: readonly StatusChange[],
  now: HazardStatus,
): Change[] {
  return recorded.map((change) => {
    const wasDraft = statusAfter(change.version - 1, changes, now) === 'draft';
    const isDraft = statusAfter(change.version, changes, now) === 'draft';
    if (!wasDraft && !isDraft) return change;
    const hidden = (member: Member): Member =>
      member.member === 'status'
        ? member
        : {
            ...member,
            ...(wasDraft && { from: null }),
            ...(isDraft && { to: null }),
            redacted: true,
          };
    return { ...change, members: change.members.map(hidden) };
  });
}
