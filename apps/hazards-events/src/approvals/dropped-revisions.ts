import type { ApprovalState, CompanyContext } from '@safety/contracts';
import type { Condition } from '@safety/persistence';
import { mayReadPending, type PendingPermissions } from './approval-conditions.js';

/** The states in which a revision of an approved row ends without counting. */
export const droppedStates = ['rejected', 'withdrawn'] as const satisfies ApprovalState[];
export const endsRevision = (state: ApprovalState): boolean =>
  (droppedStates as readonly ApprovalState[]).includes(state);

/**
 * The rows whose approval the caller may ask for. The end of a revision that was dropped is for
 * those who may read what waits.
 */
export const withoutDroppedOfOthers =
  (company: CompanyContext, approved: readonly string[], permissions: PendingPermissions): Condition =>
  (column, binds) =>
    `(${column('status')} <> ALL(${binds.add(approved)}) ` +
    `OR ${column('approvalState')} <> ALL(${binds.add(droppedStates)}) ` +
    `OR ${mayReadPending(company, permissions)(column, binds)})`;
