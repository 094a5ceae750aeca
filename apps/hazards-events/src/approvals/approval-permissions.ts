import type { Permission, Reach } from '@safety/contracts';
import type { DecidingPermissions } from '../read-models/company-users.js';

/** The permissions that open records which are not approved. */
export interface PendingPermissions {
  /** Nobody reads such a record without it. */
  read: Permission;
  readPending: Permission;
  approve: Permission;
}

/** The permissions that matter in the approval of one kind of record. */
export interface ApprovalPermissions extends DecidingPermissions, PendingPermissions {
  create: Permission;
  update: Permission;
}

/** Where somebody holds the permissions to decide. */
export interface ApproverReach {
  approves: Reach;
  reads: Reach;
  /** A default approver, who is an event manager of some org structure. */
  standsIn: boolean;
}
