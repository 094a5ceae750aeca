import { type CompanyContext, type Permission, reachOf } from '@safety/contracts';
import {
  allOf,
  CompanyRows,
  type Condition,
  type ListDeclaration,
  type RowsSource,
  withinReach,
} from '@safety/persistence';
import type { EntityTarget } from 'typeorm';
import type { ApprovalRecord } from './approval.entity.js';
import { mayReadPending, notFlaggedInstead, type PendingPermissions } from './approval-conditions.js';

type Permissions = PendingPermissions & { read: Permission };

export interface FlaggedOptions<Row> {
  what: string;
  /** The table of the working copies. */
  workingTable: string;
  permissions: Permissions;
  /** Of the snapshots and of the working copies; lists are sorted by their default, the latest first. */
  lists: ListDeclaration<keyof Row & string>;
}

/**
 * Each record once: as it is worked on where it is flagged and the caller may read that, else as it was
 * approved.
 */
export abstract class FlaggedRows<
  Row extends ApprovalRecord & { flagged: boolean; revisionWaits: boolean; working: boolean },
> extends CompanyRows<Row> {
  constructor(
    source: RowsSource,
    entity: EntityTarget<Row>,
    { what, workingTable, permissions, lists }: FlaggedOptions<Row>,
  ) {
    super(source, entity, {
      what,
      visible: (company) =>
        allOf(
          withinReach(company, reachOf(company, permissions.read)),
          oneOfEach(company, workingTable, permissions),
        ),
      lists,
    });
  }
}

/** Whether the marker of the snapshots alone decides: most who decide on what waits may read all of it. */
const seesAllThatWaits = (company: CompanyContext, { read, readPending, approve }: Permissions): boolean => {
  const isEverywhere = (permission: Permission) => reachOf(company, permission) === 'everywhere';
  return isEverywhere(read) && (isEverywhere(readPending) || isEverywhere(approve));
};

/** Each side folds to its own condition in the branch of the view that it is about. */
const oneOfEach =
  (company: CompanyContext, table: string, permissions: Permissions): Condition =>
  (column, binds) => {
    const [flagged, working] = [column('flagged'), column('working')];
    const inForce = `NOT ${column('revisionWaits')}`;
    if (seesAllThatWaits(company, permissions)) return `(${flagged} OR NOT ${working} AND ${inForce})`;
    const readable = mayReadPending(company, permissions)(column, binds);
    const instead = notFlaggedInstead(company, table, permissions.read, permissions)(column, binds);
    return `(${flagged} AND ${readable} OR NOT ${working} AND (${inForce} OR ${instead}))`;
  };
