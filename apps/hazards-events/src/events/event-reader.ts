import { Injectable } from '@nestjs/common';
import type {
  ChangePage,
  CompanyContext,
  ListChanges,
  ListEventApprovals,
  ListEvents,
  ListFlaggedEvents,
  Page,
} from '@safety/contracts';
import { Approvers } from '../approvals/approvers.js';
import { pageOfViews } from '../approvals/page-of-views.js';
import { ApprovedEvents } from './approved-events.js';
import { type EventApprovalView, type EventView, EventViews } from './event-views.js';
import { EventRows } from './events.rows.js';
import { FlaggedEvents } from './flagged-events.js';

/** The three populations: what was approved, that and what waits, and what is worked on with its approval. */
@Injectable()
export class EventReader {
  constructor(
    private readonly approved: ApprovedEvents,
    private readonly flagged: FlaggedEvents,
    private readonly working: EventRows,
    private readonly views: EventViews,
    private readonly approvers: Approvers,
  ) {}

  async approvedPage(company: CompanyContext, query: ListEvents): Promise<Page<EventView>> {
    return this.views.page(company, await this.approved.list(company, query));
  }

  async flaggedPage(company: CompanyContext, query: ListFlaggedEvents): Promise<Page<EventView>> {
    return this.views.page(company, await this.flagged.list(company, query));
  }

  async approvalPage(company: CompanyContext, query: ListEventApprovals): Promise<Page<EventApprovalView>> {
    const reaches = await this.approvers.reaches(company, query.approverUserId, this.approved);
    return pageOfViews(query, {
      list: (part) => this.working.list(company, part, reaches),
      views: (rows) => this.views.withApproval(company, rows),
    });
  }

  async approvedOne(company: CompanyContext, id: string): Promise<EventView> {
    return this.views.one(company, await this.approved.get(company, id));
  }

  async approvalOf(company: CompanyContext, id: string): Promise<EventApprovalView> {
    return this.views.oneWithApproval(company, await this.working.get(company, id));
  }

  changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.working.changesOf(company, id, query);
  }
}
