import { Injectable } from '@nestjs/common';
import type {
  ChangePage,
  CompanyContext,
  ListChanges,
  ListFlaggedHazards,
  ListHazardApprovals,
  ListHazards,
  Page,
} from '@safety/contracts';
import { Approvers } from '../approvals/approvers.js';
import { pageOfViews } from '../approvals/page-of-views.js';
import { ApprovedHazards } from './approved-hazards.js';
import { FlaggedHazards } from './flagged-hazards.js';
import type { Hazard, HazardOrFlagged } from './hazard.entity.js';
import { type HazardApprovalView, type HazardView, HazardViews } from './hazard-views.js';
import { HazardRows } from './hazards.rows.js';
import { asItWas } from './withdrawn-hazards.js';

/** The three populations: what was approved, that and what waits, and what is worked on with its approval. */
@Injectable()
export class HazardReader {
  constructor(
    private readonly approved: ApprovedHazards,
    private readonly flagged: FlaggedHazards,
    private readonly working: HazardRows,
    private readonly views: HazardViews,
    private readonly approvers: Approvers,
  ) {}

  async approvedPage(company: CompanyContext, query: ListHazards): Promise<Page<HazardView>> {
    return this.views.page(company, await this.approved.list(company, query));
  }

  async flaggedPage(company: CompanyContext, query: ListFlaggedHazards): Promise<Page<HazardView>> {
    const { data, page } = await this.flagged.list(company, query);
    const working = data.filter((row) => row.working).map(({ id }) => id);
    const beyond = await this.working.beyondView(company, working);
    const whole = data.map((row) => {
      const { withdrawn = null, liftsAnonymity = false } = beyond.get(row.id) ?? {};
      return Object.assign(row, { liftsAnonymity, withdrawn });
    });
    return { data: await this.views.of(company, await this.asKnown(company, whole)), page };
  }

  async approvalPage(company: CompanyContext, query: ListHazardApprovals): Promise<Page<HazardApprovalView>> {
    const reaches = await this.approvers.reaches(company, query.approverUserId, this.approved);
    return pageOfViews(query, {
      list: (part) => this.working.list(company, part, reaches),
      views: async (rows) => this.views.withApproval(company, await this.asKnown(company, rows)),
    });
  }

  async approvedOne(company: CompanyContext, id: string): Promise<HazardView> {
    return this.views.one(company, await this.approved.get(company, id));
  }

  async approvalOf(company: CompanyContext, id: string): Promise<HazardApprovalView> {
    return this.views.oneWithApproval(company, await this.working.get(company, id));
  }

  changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.working.changesOf(company, id, query);
  }

  /** Rows as the caller knows them: of a draft that they may not read, what was withdrawn. */
  private async asKnown<Row extends (Hazard | HazardOrFlagged) & Pick<Hazard, 'withdrawn'>>(
    company: CompanyContext,
    rows: readonly Row[],
  ): Promise<Row[]> {
    const withdrawn = rows.filter((row) => row.status === 'draft' && row.withdrawn).map(({ id }) => id);
    const readable = await this.working.archivedById(company, withdrawn);
    const hidden = new Set(withdrawn.filter((id) => !readable.has(id)));
    return rows.map((row) => (row.withdrawn && hidden.has(row.id) ? asItWas(row, row.withdrawn) : row));
  }
}
