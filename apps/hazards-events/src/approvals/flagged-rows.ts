import {
  type CompanyContext,
  type ListFlaggedHazards,
  type ListQuery,
  type Page,
  type Permission,
  reachOf,
} from '@safety/contracts';
import {
  allOf,
  anyOf,
  CompanyRows,
  type Condition,
  either,
  type ListDeclaration,
  type RowsSource,
  seen,
  withinReach,
} from '@safety/persistence';
import type { EntityTarget } from 'typeorm';
import type { ApprovalRecord } from './approval.entity.js';
import { mayReadPending, notFlaggedInstead } from './approval-conditions.js';
import type { Register } from './register.js';
import { waitingInSight } from './unapproved-in-sight.js';

export interface FlaggedOptions<Row> {
  register: Register;
  /** Of the working copies. */
  working: ListDeclaration;
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
    const { register, lists } = kind;
    const visible = (company: CompanyContext) => ofEach(company, register, oneOfEach(company, register));
    super(source, entity, { what: register.what, visible, lists });
  }

  /**
   * One page of a list. A poll for changes shows, of those that the caller may read, also what has left the
   * list, since its first submission was rejected; `further` are others that left it.
   */
  protected async listed(
    company: CompanyContext,
    query: ListQuery & Pick<ListFlaggedHazards, 'requireApproval'>,
    conditions: readonly (Condition | undefined)[],
    further?: (company: CompanyContext) => Condition,
  ): Promise<Page<Row>> {
    const { modifiedSince } = query;
    const { register, working } = this.kind;
    const waiting = seesAllThatWaits(company, register)
      ? undefined
      : await waitingInSight(company, this.transaction(company), register, working);
    const shown = oneOfEach(company, register, waiting);
    const polled = modifiedSince ? either(shown, rejectedAtFirst(company, register)) : shown;
    const inReach = ofEach(company, register, polled);
    const visible = further && modifiedSince ? either(inReach, further(company)) : inReach;
    const asked = query.requireApproval?.map((one) => one === 'true');
    return seen(this, () => visible).page(company, query, [...conditions, anyOf('flagged', asked)]);
  }
}

const ofEach = (
  company: CompanyContext,
  { permissions }: Register,
  shown: Condition | undefined,
): Condition | undefined => allOf(withinReach(company, reachOf(company, permissions.read)), shown);

const rejectedAtFirst =
  (company: CompanyContext, { permissions }: Register): Condition =>
  (column, binds) =>
    `(${column('working')} AND ${column('status')} = 'rejected' AND ${column('approvedAt')} IS NULL ` +
    `AND ${mayReadPending(company, permissions)(column, binds)})`;

/** Whether the marker of the snapshots alone decides: most who decide on what waits may read all of it. */
const seesAllThatWaits = (
  company: CompanyContext,
  { permissions: { read, readPending, approve } }: Register,
): boolean => {
  const isEverywhere = (permission: Permission) => reachOf(company, permission) === 'everywhere';
  return isEverywhere(read) && (isEverywhere(readPending) || isEverywhere(approve));
};

/**
 * Each side folds to its own condition in the branch of the view that it is about. `waiting` are those that
 * the caller reads in the place of what was approved, where they are known: PostgreSQL finds them sooner.
 */
const oneOfEach =
  (company: CompanyContext, register: Register, waiting?: readonly string[]): Condition =>
  (column, binds) => {
    const [flagged, working] = [column('flagged'), column('working')];
    const inForce = `NOT ${column('revisionWaits')}`;
    if (seesAllThatWaits(company, register)) return `(${flagged} OR NOT ${working} AND ${inForce})`;
    const readable = mayReadPending(company, register.permissions)(column, binds);
    const known = waiting && `${binds.add(waiting)}::uuid[]`;
    const found = known ? `${column('id')} = ANY (${known}) AND ` : '';
    const instead = known
      ? `${column('id')} <> ALL (${known})`
      : notFlaggedInstead(company, register)(column, binds);
    return `(${flagged} AND ${found}${readable} OR NOT ${working} AND (${inForce} OR ${instead}))`;
  };
