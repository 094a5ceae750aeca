import { type CompanyContext, type Permission, reachOf } from '@safety/contracts';
import {
  allOf,
  CompanyRows,
  type Condition,
  either,
  type ListDeclaration,
  type RowsSource,
  withinReach,
} from '@safety/persistence';
import type { EntityTarget } from 'typeorm';
import type { ApprovalRecord } from './approval.entity.js';
import { mayReadPending, notFlaggedInstead, type PendingPermissions } from './approval-conditions.js';

export interface FlaggedOptions<Row> {
  what: string;
  /** The table of the working copies. */
  workingTable: string;
  permissions: PendingPermissions;
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
    private readonly kind: FlaggedOptions<Row>,
  ) {
    const { what, workingTable, permissions, lists } = kind;
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

  /**
   * The rows of a poll for changes: of those that the caller may read also what has left the list, since its
   * first submission was rejected. `further` are others that left it.
   */
  protected polled(further?: (company: CompanyContext) => Condition): CompanyRows<Row> {
    const { workingTable, permissions } = this.kind;
    const visible = (company: CompanyContext) => {
      const shown = allOf(
        withinReach(company, reachOf(company, permissions.read)),
        either(oneOfEach(company, workingTable, permissions), rejectedAtFirst(company, permissions)),
      );
      return further ? either(shown, further(company)) : shown;
    };
    return Object.create(this, { visible: { value: visible } });
  }
}

const rejectedAtFirst =
  (company: CompanyContext, permissions: PendingPermissions): Condition =>
  (column, binds) =>
    `(${column('working')} AND ${column('status')} = 'rejected' AND ${column('approvedAt')} IS NULL ` +
    `AND ${mayReadPending(company, permissions)(column, binds)})`;

/** Whether the marker of the snapshots alone decides: most who decide on what waits may read all of it. */
const seesAllThatWaits = (
  company: CompanyContext,
  { read, readPending, approve }: PendingPermissions,
): boolean => {
  const isEverywhere = (permission: Permission) => reachOf(company, permission) === 'everywhere';
  return isEverywhere(read) && (isEverywhere(readPending) || isEverywhere(approve));
};

/** Each side folds to its own condition in the branch of the view that it is about. */
const oneOfEach =
  (company: CompanyContext, table: string, permissions: PendingPermissions): Condition =>
  (column, binds) => {
    const [flagged, working] = [column('flagged'), column('working')];
    const inForce = `NOT ${column('revisionWaits')}`;
    if (seesAllThatWaits(company, permissions)) return `(${flagged} OR NOT ${working} AND ${inForce})`;
    const readable = mayReadPending(company, permissions)(column, binds);
    const instead = notFlaggedInstead(company, table, permissions)(column, binds);
    return `(${flagged} AND ${readable} OR NOT ${working} AND (${inForce} OR ${instead}))`;
  };
