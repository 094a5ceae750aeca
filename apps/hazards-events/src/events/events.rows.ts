import { Injectable } from '@nestjs/common';
import type { ChangePage, CompanyContext, ListChanges, ListEventApprovals, Page } from '@safety/contracts';
import { RowsSource } from '@safety/persistence';
import { innerMembers } from '../approvals/approval.entity.js';
import type { ApproverReach } from '../approvals/approval-permissions.js';
import { WorkingRows } from '../approvals/working-rows.js';
import { ApprovedEvents } from './approved-events.js';
import { SafetyEvent } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { eventLists } from './event-lists.js';
import { regulatoryMembers } from './regulatory.js';

const regulatory = new Set<string>(regulatoryMembers);

/** The working copies of events. */
@Injectable()
export class EventRows extends WorkingRows<SafetyEvent> {
  constructor(source: RowsSource, snapshots: ApprovedEvents) {
    super(source, SafetyEvent, {
      snapshots,
      lists: eventLists,
      // Groups hold medical detail. That others follow from it is told by their names alone.
      sensitive: ['eventGroups'],
      inner: [...innerMembers, ...regulatoryMembers, 'openOshaRecordable', 'openRiddorReportable'],
    });
  }

  /** Earlier releases recorded the names of members that follow from medical detail, where they changed. */
  override async changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    const { data, page } = await super.changesOf(company, id, query);
    const told = data.map(({ members, ...change }) => ({
      ...change,
      members: members.filter(({ member }) => !regulatory.has(member)),
    }));
    return { data: told, page };
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
