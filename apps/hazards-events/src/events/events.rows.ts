import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListEventApprovals, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { innerMembers } from '../approvals/approval.entity.js';
import type { ApproverReach } from '../approvals/approvers.js';
import { WorkingRows } from '../approvals/working-rows.js';
import { ApprovedEvents } from './approved-events.js';
import { SafetyEvent } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { eventLists } from './event-lists.js';

/** The working copies of events. */
@Injectable()
export class EventRows extends WorkingRows<SafetyEvent> {
  constructor(source: RowsSource, snapshots: ApprovedEvents) {
    super(source, SafetyEvent, {
      snapshots,
      lists: eventLists,
      // Groups hold medical detail, the others follow from it.
      sensitive: ['eventGroups', 'oshaRecordable', 'riddorReportable', 'riddorCategory', 'reportDueAt'],
      inner: [...innerMembers, 'openOshaRecordable', 'openRiddorReportable'],
    });
  }

  /** `approvers` are the users whose queues are asked for, and where each of them is asked. */
  list(
    company: CompanyContext,
    query: ListEventApprovals,
    approvers: ReadonlyMap<string, ApproverReach> | undefined,
  ): Promise<Page<SafetyEvent>> {
    return this.page(company, query, [
      ...eventConditions(company, query, eventLists),
      ...this.ofApproval(company, query, approvers),
    ]);
  }
}
