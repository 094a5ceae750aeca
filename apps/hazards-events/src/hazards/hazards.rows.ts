import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type CompanyContext,
  type ListChanges,
  type ListHazardApprovals,
  type Page,
} from '@safety/contracts';
import {
  type Authorise,
  type Condition,
  either,
  execute,
  insertStatement,
  RowsSource,
  seen,
} from '@safety/persistence';
import type { Precondition } from '@safety/platform';
import { isAdministrator, membersNamingReporters } from '../approvals/anonymity.js';
import { innerMembers } from '../approvals/approval.entity.js';
import type { ApproverReach } from '../approvals/approval-permissions.js';
import { WorkingRows } from '../approvals/working-rows.js';
import { ApprovedHazards } from './approved-hazards.js';
import { type StatusChange, withoutDrafts } from './draft-changes.js';
import { Hazard, type WithdrawnHazard } from './hazard.entity.js';
import { hazardConditions } from './hazard-conditions.js';
import { hazardLists } from './hazard-lists.js';
import { asDeleted, asksForAllChanges, forgetLaterSql, withdrawnDrafts } from './withdrawn-hazards.js';

/** The working copies of hazards. */
@Injectable()
export class HazardRows extends WorkingRows<Hazard> {
  constructor(source: RowsSource, snapshots: ApprovedHazards) {
    super(source, Hazard, {
      snapshots,
      lists: hazardLists,
      inner: [...innerMembers, 'riskScore', 'withdrawn'],
      anonymous: {
        when: ({ anonymous }) => anonymous,
        revealedTo: isAdministrator,
        members: [...membersNamingReporters, 'suggestedActions'],
      },
    });
  }

  /** The drafts of others too, of those who knew them before. */
  private get withWithdrawn(): HazardRows {
    return seen(this, (company: CompanyContext) => either(this.visible(company), withdrawnDrafts(company)));
  }

  /** The members of these working copies that the view of all rows lacks. */
  async beyondView(
    company: CompanyContext,
    ids: readonly string[],
  ): Promise<Map<string, Pick<Hazard, 'withdrawn' | 'liftsAnonymity'>>> {
    if (ids.length === 0) return new Map();
    const text = `SELECT id, withdrawn, lifts_anonymity AS "liftsAnonymity" FROM hazards
      WHERE company_id = $1 AND id = ANY($2)`;
    const { client } = this.transaction(company);
    const { rows } = await execute<Pick<Hazard, 'id' | 'withdrawn' | 'liftsAnonymity'>>(client, text, [
      company.companyId,
      ids,
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Keeps hazards as they are until the transaction ends, whoever may read them. Resolves with the ids of
   * those that are drafts.
   */
  async hold(company: CompanyContext, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const text = `SELECT id, status FROM hazards WHERE company_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE`;
    const { client } = this.transaction(company);
    const { rows } = await execute<Pick<Hazard, 'id' | 'status'>>(client, text, [company.companyId, ids]);
    return new Set(rows.filter(({ status }) => status === 'draft').map(({ id }) => id));
  }

  /** Those of `ownUnapproved` that are anonymous: a record that names one would tell who reported it. */
  tellingAuthors(company: CompanyContext, ids: readonly string[]): Promise<Set<string>> {
    return this.ownUnapproved(company, ids, (column) => column('anonymous'));
  }

  /** `approvers` are the users whose queues are asked for, and where each of them is asked. */
  list(
    company: CompanyContext,
    query: ListHazardApprovals,
    approvers: ReadonlyMap<string, ApproverReach> | undefined,
  ): Promise<Page<Hazard>> {
    const rows: HazardRows = asksForAllChanges(query) ? this.withWithdrawn : this;
    return rows.page(company, query, [
      ...hazardConditions(company, query, 'hazards', hazardLists),
      ...this.ofApproval(company, query, approvers),
      ...(query.modifiedSince === undefined ? [] : [toldByPolls(company)]),
    ]);
  }

  /**
   * As of any working copy, without what the hazard said as a draft of somebody else. Authors read of the
   * drafts that they have deleted, too.
   */
  override async changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    if ((await this.archivedById(company, [id])).size === 0) return this.ownDeleted(company, id, query);
    const page = await super.changesOf(company, id, query);
    const { createdByUserId, status } = await this.get(company, id);
    if (createdByUserId === company.userId) return page;
    const { client } = this.transaction(company);
    const text = `SELECT version, member->>'from' AS "from", member->>'to' AS "to"
      FROM changes, jsonb_array_elements(members) AS member
      WHERE company_id = $1 AND resource = $2 AND id = $3 AND member->>'member' = 'status' ORDER BY version`;
    const { rows } = await execute<StatusChange>(client, text, [company.companyId, this.resource, id]);
    return { ...page, data: withoutDrafts(page.data, rows, status) };
  }

  /**
   * A draft is deleted: nothing of it ever counted, so nothing is there to be restored. To delete it again
   * changes nothing.
   */
  override async archive(
    company: CompanyContext,
    id: string,
    precondition: Precondition,
    authorise?: Authorise<Hazard>,
  ): Promise<void> {
    await this.takeTurns(company, id);
    if (await this.isDeletedBy(company, id)) return;
    const row = await this.lock(company, id);
    if (row.status !== 'draft') return super.archive(company, id, precondition, authorise);
    await this.delete(company, id, precondition, authorise);
    if (row.withdrawn) await this.keepForPolls(company, row, row.withdrawn);
  }

  /** Polls tell those who knew it while it waited that it is deleted; nobody finds it in another way. */
  private async keepForPolls(
    company: CompanyContext,
    row: Hazard,
    withdrawn: WithdrawnHazard,
  ): Promise<void> {
    const { client, startedAt } = this.transaction(company);
    const deleted = { deletedByUserId: company.userId, now: await startedAt };
    // around visible: the deletion is recorded already, and polls alone find what stays of the row
    const { text, values } = insertStatement(this.table, { ...asDeleted(row, withdrawn, deleted) });
    await execute(client, text, values);
    await execute(client, forgetLaterSql, [company.companyId, row.id, deleted.now]);
  }
}

/** Of drafts of others the withdrawn ones alone: nobody would be told that the rest are gone. */
const toldByPolls =
  (company: CompanyContext): Condition =>
  (column, binds) =>
    `(${column('status')} <> 'draft' OR ${column('withdrawn')} IS NOT NULL ` +
    `OR ${column('createdByUserId')} = ${binds.add(company.userId)})`;
