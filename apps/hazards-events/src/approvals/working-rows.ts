import {
  type ChangeOperation,
  type ChangePage,
  type CompanyContext,
  type ListChanges,
  type ListEventApprovals,
  type ListHazardApprovals,
  reachOf,
} from '@safety/contracts';
import {
  allOf,
  anyOf,
  before,
  ClientMadeRows,
  type Condition,
  foundBy,
  from,
  type ListDeclaration,
  type NewRow,
  type RowsOptions,
  type RowsSource,
  withinReach,
} from '@safety/persistence';
import { ProblemError, permissionDenied } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import type { ApprovalRecord } from './approval.entity.js';
import {
  anywhere,
  askedToDecide,
  mayReadOfOthers,
  mayReadPending,
  unapprovedAsked,
  visibleWorkingCopies,
  waiting,
} from './approval-conditions.js';
import type { ApproverReach } from './approval-permissions.js';
import { ofShownApprovals } from './dropped-revisions.js';
import type { SnapshotRows } from './snapshot-rows.js';
import { unapprovedInSight } from './unapproved-in-sight.js';

/** The snapshots of the same register, as far as they bind its working copies. */
type Snapshots = Pick<SnapshotRows<ApprovalRecord>, 'register' | 'refuseHeld' | 'keepUp' | 'follow' | 'get'>;

export type WorkingOptions<Row extends ApprovalRecord> = Pick<
  RowsOptions<CompanyContext, Row>,
  'sensitive' | 'inner' | 'anonymous'
> & {
  snapshots: Snapshots;
  lists: ListDeclaration<keyof Row & string>;
};

/**
 * Working copies: what people edit, whatever its status, as far as the caller may read what is not approved.
 * Snapshots keep up with each write.
 */
export abstract class WorkingRows<Row extends ApprovalRecord> extends ClientMadeRows<Row> {
  private readonly snapshots: Snapshots;
  private readonly lists: ListDeclaration;
  private readonly mayBeAnonymous: boolean;

  constructor(source: RowsSource, entity: EntityTarget<Row>, { snapshots, ...options }: WorkingOptions<Row>) {
    const { register } = snapshots;
    const visible = (company: CompanyContext) =>
      allOf(
        withinReach(company, reachOf(company, register.permissions.read)),
        visibleWorkingCopies(company, register),
      );
    super(source, entity, { ...options, what: register.what, visible });
    this.snapshots = snapshots;
    this.lists = options.lists;
    this.mayBeAnonymous = options.anonymous !== undefined;
  }

  /**
   * The recorded changes of a row hold what was never approved. So only they may read them who may read what
   * waits: its author, the approvers asked by name, and by permission. Throws 404 and 403.
   */
  async changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.get(company, id);
    const { permissions } = this.snapshots.register;
    const open = this.within(mayReadPending(company, permissions));
    const readable = await open.archivedById(company, [id]);
    if (!readable.has(id)) throw permissionDenied(permissions.readPending);
    return this.history(company, id, query);
  }

  /**
   * Those of these records that were never approved and that the caller reads as their author alone: whoever
   * names one shows to be its author.
   */
  async ownUnapproved(
    company: CompanyContext,
    ids: readonly string[],
    which: Condition = anywhere,
  ): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const own: Condition = (column, binds) =>
      `(${column('approvedAt')} IS NULL AND ${column('createdByUserId')} = ${binds.add(company.userId)} ` +
      `AND NOT ${mayReadOfOthers(company, this.snapshots.register.permissions)(column, binds)})`;
    return new Set((await this.within(allOf(which, own)).archivedById(company, ids)).keys());
  }

  /**
   * The same rows for a write that waits for no approval. Of a record that the caller reads as it was
   * approved alone, it is 409 and no 404; `permit` throws 403 by what they read. Nothing of the revision is
   * told. One that is archived is judged as it was approved: no such write changes it.
   */
  refusingRevised(permit: (approved: ApprovalRecord) => Promise<void>): this {
    const lock = async (company: CompanyContext, id: string): Promise<Row> => {
      const row = await this.find(company, id, ' FOR UPDATE');
      if (row) return row;
      const approved = await this.snapshots.get(company, id);
      if (approved.archived) return approved as Row;
      await permit(approved);
      throw new ProblemError('invalid-state', {
        detail: `A revision of the ${this.what} waits: try again once it is decided on.`,
        extensions: { currentStatus: approved.status, allowedTransitions: [] },
      });
    };
    return Object.create(this, { lock: { value: lock } });
  }

  /**
   * The conditions that lists set on the approval. `approvers` are the users whose queues are asked for, and
   * where each of them is asked.
   */
  protected ofApproval(
    company: CompanyContext,
    query: ListHazardApprovals | ListEventApprovals,
    approvers: ReadonlyMap<string, ApproverReach> | undefined,
  ): (Condition | undefined)[] {
    const { lists, mayBeAnonymous } = this;
    const { register } = this.snapshots;
    return [
      waiting(query.requireApproval),
      this.unapproved(company, query),
      ofShownApprovals(company, register, {
        asked: approvers && askedToDecide(company, approvers, register, { lists, mayBeAnonymous }),
        byColumn: [
          ['approvalState', anyOf('approvalState', query.approvalState)],
          ['submittedAt', from('submittedAt', query.submittedFrom)],
          ['submittedAt', before('submittedAt', query.submittedTo)],
        ],
      }),
    ];
  }

  /**
   * Where only what was not approved is asked for: a caller may read few of it, however much there is. Those
   * who may read all of it are served by the status alone.
   */
  private unapproved(
    company: CompanyContext,
    query: ListHazardApprovals | ListEventApprovals,
  ): Condition | undefined {
    const { register } = this.snapshots;
    const statuses = unapprovedAsked(query, register.approved);
    if (!statuses) return undefined;
    const find = unapprovedInSight(company, register, this.lists, statuses);
    return find && foundBy(anywhere, find);
  }

  /** An external id is that of one record, as it is worked on and as it was approved. */
  protected override async insert(company: CompanyContext, values: NewRow<Row> & object): Promise<Row> {
    const added = await super.insert(company, values);
    await this.snapshots.refuseHeld(company, added);
    await this.snapshots.keepUp(company, added);
    return added;
  }

  protected override async update(
    company: CompanyContext,
    row: Row,
    values: Partial<Row>,
    operation: ChangeOperation,
  ): Promise<Row> {
    const updated = await super.update(company, row, values, operation);
    if (updated.externalId !== row.externalId) await this.snapshots.refuseHeld(company, updated);
    if (operation === 'changed') await this.snapshots.keepUp(company, updated);
    else await this.snapshots.follow(company, updated.id);
    return updated;
  }
}
