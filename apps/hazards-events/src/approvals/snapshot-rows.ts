import { type CompanyContext, flaggedStatuses, reachOf } from '@safety/contracts';
import {
  CompanyRows,
  execute,
  type ListDeclaration,
  type RowsSource,
  recordMembers,
  withinReach,
} from '@safety/persistence';
import type { EntityTarget } from 'typeorm';
import { type ApprovalMembers, type ApprovalRecord, approvalMembers } from './approval.entity.js';
import { droppedStates } from './dropped-revisions.js';
import type { Register } from './register.js';

/** A working copy as far as it says where it lies; a new one has no id yet. */
export type Lying = Pick<ApprovalRecord, 'approvedAt' | 'orgStructureId'> & { id?: string };

const externalIdKey = { properties: ['externalId'] } as const;
const approvalNames = new Set<string>(approvalMembers);

/** Members that say how a row came to be, not what it says. */
const notContent = new Set<string>([...recordMembers, ...approvalMembers]);

/**
 * Snapshots of what was approved last, in a table of their own. Approved views read nothing else, so an edit
 * that is not approved cannot show in them.
 */
export abstract class SnapshotRows<Row extends ApprovalRecord> extends CompanyRows<Row> {
  private readonly takeSql: string;
  private readonly markSql: string;
  private readonly followSql: string;
  private readonly pendingSql: string;
  private readonly heldSql: string;
  private readonly approvalsSql: string;
  private readonly placeSql: string;

  constructor(
    source: RowsSource,
    entity: EntityTarget<Row>,
    readonly register: Register,
    lists: ListDeclaration<keyof Row & string>,
  ) {
    const { what, working, snapshots, permissions } = register;
    const visible = (company: CompanyContext) => withinReach(company, reachOf(company, permissions.read));
    super(source, entity, { what, visible, lists });
    const { columns } = source.dataSource.getMetadata(entity);
    const stored = columns.filter(({ generatedType, isSelect }) => generatedType === undefined && isSelect);
    const names = stored.map(({ databaseName }) => `"${databaseName}"`);
    const ofApproval = stored.filter(({ propertyName }) => approvalNames.has(propertyName));
    const approvalColumns = new Set(ofApproval.map(({ databaseName }) => `"${databaseName}"`));
    const taken = (name: string) =>
      approvalColumns.has(name)
        ? `${name} = CASE WHEN excluded.approval_state = ANY($4) THEN ${snapshots}.${name} ELSE excluded.${name} END`
        : `${name} = excluded.${name}`;
    // around visible: a snapshot follows its working copy, which was authorised
    this.takeSql =
      `INSERT INTO ${snapshots} (${names.join(', ')}) SELECT ${names.join(', ')} FROM ${working} ` +
      'WHERE company_id = $1 AND id = $2 AND status = ANY($3) ' +
      `ON CONFLICT (company_id, id) DO UPDATE SET ${names.map(taken).join(', ')}, revision_waits = false`;
    // around visible: a snapshot follows its working copy, which was authorised
    this.markSql =
      `UPDATE ${snapshots} AS s SET revision_waits = w.status = ANY($3) FROM ${working} AS w ` +
      'WHERE s.company_id = $1 AND s.id = $2 AND w.company_id = $1 AND w.id = $2';
    this.approvalsSql =
      `SELECT id, ${ofApproval.map(({ databaseName, propertyName }) => `"${databaseName}" AS "${propertyName}"`).join(', ')} ` +
      `FROM ${snapshots} WHERE company_id = $1 AND id = ANY($2)`;
    // around visible: a snapshot follows its working copy, which was authorised
    this.followSql =
      `UPDATE ${snapshots} AS s SET version = w.version, modified_at = w.modified_at, ` +
      'modified_by_user_id = w.modified_by_user_id, archived_at = w.archived_at, ' +
      `archived_by_user_id = w.archived_by_user_id FROM ${working} AS w ` +
      'WHERE s.company_id = $1 AND s.id = $2 AND w.company_id = $1 AND w.id = $2';
    this.placeSql = `SELECT org_structure_id AS id FROM ${snapshots} WHERE company_id = $1 AND id = $2`;
    this.heldSql = `SELECT 1 FROM ${snapshots} WHERE company_id = $1 AND external_id = $2 AND id <> $3`;
    this.pendingSql =
      `SELECT id FROM ${working} WHERE company_id = $1 AND id = ANY($2) ` +
      'AND status = ANY($3) AND approved_at IS NOT NULL';
  }

  /** Whether a working copy holds what was approved. */
  mayHold({ status }: { status: string }): boolean {
    return this.register.approved.includes(status);
  }

  /**
   * Takes the snapshot of a working copy, version and times included. It keeps the approval of its content
   * where that of a later revision ended without one. Throws for a working copy that is not approved.
   */
  private async take(company: CompanyContext, id: string): Promise<void> {
    const { client } = this.transaction(company);
    const values = [company.companyId, id, this.register.approved, droppedStates];
    const { rowCount } = await execute(client, this.takeSql, values);
    if (rowCount !== 1)
      throw new Error(`A working copy that is not approved was to become a snapshot: ${id}`);
  }

  /** Keeps up with a write of the working copy: what it holds now, or that a revision waits there. */
  async keepUp(company: CompanyContext, written: Pick<ApprovalRecord, 'id' | 'status' | 'approvedAt'>) {
    if (this.mayHold(written)) return this.take(company, written.id);
    if (written.approvedAt === null) return;
    const values = [company.companyId, written.id, flaggedStatuses];
    await execute(this.transaction(company).client, this.markSql, values);
  }

  /** How the content in force of each of `ids` was approved. */
  async approvalsOf(company: CompanyContext, ids: readonly string[]): Promise<Map<string, ApprovalMembers>> {
    if (ids.length === 0) return new Map();
    const values = [company.companyId, ids];
    const { rows } = await this.transaction(company).read<ApprovalMembers & { id: string }>(
      this.approvalsSql,
      values,
    );
    return new Map(rows.map(({ id, ...members }) => [id, members]));
  }

  /** Where a working copy lies: at its org structure, and while it moves at the approved one too. */
  async placesOf(company: CompanyContext, row: Lying): Promise<string[]> {
    if (row.approvedAt === null || row.id === undefined) return [row.orgStructureId];
    const { client } = this.transaction(company);
    const { rows } = await execute<{ id: string }>(client, this.placeSql, [company.companyId, row.id]);
    return [...new Set([row.orgStructureId, ...rows.map(({ id }) => id)])];
  }

  /** Takes over whether the working copy is archived, and its version, but nothing of what it says. */
  async follow(company: CompanyContext, id: string): Promise<void> {
    await execute(this.transaction(company).client, this.followSql, [company.companyId, id]);
  }

  /** Those of `ids` that have been approved and have a newer revision which is not. */
  async pendingRevisions(company: CompanyContext, ids: readonly string[]): Promise<Set<string>> {
    const values = [company.companyId, ids, flaggedStatuses];
    const { rows } = await this.transaction(company).read<{ id: string }>(this.pendingSql, values);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Throws 409 `duplicate` for a working copy with the external id of another record's snapshot, whose
   * revision gives it up but is not approved. It is asked once the working copy is written: its unique key
   * has made others wait by then, so no such snapshot is taken later.
   */
  async refuseHeld(
    company: CompanyContext,
    { id, externalId }: Pick<ApprovalRecord, 'id' | 'externalId'>,
  ): Promise<void> {
    if (externalId === null) return;
    const { client } = this.transaction(company);
    const { rowCount } = await execute(client, this.heldSql, [company.companyId, externalId, id]);
    if (rowCount !== 0) throw await this.duplicateOf(company, externalIdKey, { id, externalId });
  }

  /**
   * The content that was approved last, with its status: a working copy goes back to it when its revision is
   * dropped.
   */
  async approvedContent(company: CompanyContext, id: string): Promise<Partial<Row>> {
    const row = await this.unrestricted.get(company, id);
    const content = Object.entries(row).filter(([member]) => !notContent.has(member));
    return Object.fromEntries(content) as Partial<Row>;
  }
}
