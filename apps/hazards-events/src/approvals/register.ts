import type { ApprovalPermissions } from './approval-permissions.js';

/** One kind of records whose content counts once it is approved. */
export interface Register {
  what: 'hazard' | 'event';
  /** The table of the working copies. */
  working: string;
  /** The table of what was approved last. */
  snapshots: string;
  /** The statuses in which a working copy is what was approved. */
  approved: readonly string[];
  permissions: ApprovalPermissions;
}
