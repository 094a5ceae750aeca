import type { ChangeOperation, ChangePage, CompanyContext, ListChanges } from '@safety/contracts';
import { ClientMadeRows, type NewRow, type RowsOptions, type RowsSource } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import type { EntityTarget } from 'typeorm';
import type { ApprovalRecord } from './approval.entity.js';
import { mayReadPending, type PendingPermissions } from './approval-conditions.js';

/** The snapshots of the same register, as far as they bind its working copies. */
interface Snapshots {
  refuseHeld(company: CompanyContext, row: Pick<ApprovalRecord, 'id' | 'externalId'>): Promise<void>;
}

export type WorkingOptions<Row extends ApprovalRecord> = RowsOptions<CompanyContext, Row> & {
  permissions: PendingPermissions;
  snapshots: Snapshots;
};

/** Working copies: what people edit, whatever its status. */
export abstract class WorkingRows<Row extends ApprovalRecord> extends ClientMadeRows<Row> {
  private readonly permissions: PendingPermissions;
  private readonly snapshots: Snapshots;

  constructor(
    source: RowsSource,
    entity: EntityTarget<Row>,
    { permissions, snapshots, ...options }: WorkingOptions<Row>,
  ) {
    super(source, entity, options);
    this.permissions = permissions;
    this.snapshots = snapshots;
  }

  /**
   * The recorded changes of a row hold what was never approved. So only they may read them who may read what
   * waits: its author, the approvers asked by name, and by permission. Throws 404 and 403.
   */
  async changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.get(company, id);
    const open = this.within(mayReadPending(company, this.permissions));
    const readable = await open.archivedById(company, [id]);
    if (!readable.has(id)) throw permissionDenied(this.permissions.readPending);
    return this.history(company, id, query);
  }

  /** An external id is that of one record, as it is worked on and as it was approved. */
  protected override async insert(company: CompanyContext, values: NewRow<Row> & object): Promise<Row> {
    const added = await super.insert(company, values);
    await this.snapshots.refuseHeld(company, added);
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
    return updated;
  }
}
