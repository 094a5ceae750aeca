import { Injectable } from '@nestjs/common';
import {
  approvedEventStatuses,
  type CompanyContext,
  type ListEventApprovals,
  type Page,
  reachOf,
} from '@safety/contracts';
import { allOf, anyOf, before, from, RowsSource, withinReach } from '@safety/persistence';
import { askedToDecide, visibleWorkingCopies, waiting } from '../approvals/approval-conditions.js';
import type { ApproverReach } from '../approvals/approvers.js';
import { ofShownApprovals } from '../approvals/dropped-revisions.js';
import { WorkingRows } from '../approvals/working-rows.js';
import { ApprovedEvents } from './approved-events.js';
import { SafetyEvent } from './event.entity.js';
import { eventConditions } from './event-conditions.js';
import { eventLists } from './event-lists.js';
import { eventPermissions } from './event-permissions.js';

const shownFrom = {
  working: 'events',
  snapshots: 'approved_events',
  approved: approvedEventStatuses,
  permissions: eventPermissions,
};

/** Working copies, as far as the caller may read what is not approved. */
@Injectable()
export class EventRows extends WorkingRows<SafetyEvent> {
  constructor(source: RowsSource, snapshots: ApprovedEvents) {
    super(source, SafetyEvent, {
      what: 'event',
      permissions: eventPermissions,
      snapshots,
      visible: (company) =>
        allOf(
          withinReach(company, reachOf(company, eventPermissions.read)),
          visibleWorkingCopies(company, approvedEventStatuses, eventPermissions),
        ),
      lists: eventLists,
      // Groups hold medical detail, the others follow from it.
      sensitive: [
        'eventGroups',
        'oshaRecordable',
        'riddorReportable',
        'riddorCategory',
        'reportDueAt',
        'openOshaRecordable',
        'openRiddorReportable',
      ],
    });
  }

  /** `approvers` are the users whose queues are asked for, and where each of them is asked. */
  list(
    company: CompanyContext,
    query: ListEventApprovals,
    approvers: ReadonlyMap<string, ApproverReach> | undefined,
  ): Promise<Page<SafetyEvent>> {
    const { approvalState, submittedFrom, submittedTo } = query;
    return this.page(company, query, [
      ...eventConditions(company, query, eventLists),
      waiting(query.requireApproval),
      ofShownApprovals(company, shownFrom, [
        approvers &&
          askedToDecide(company, approvers, {
            ...shownFrom,
            lists: eventLists,
            mayBeAnonymous: false,
          }),
        anyOf('approvalState', approvalState),
        from('submittedAt', submittedFrom),
        before('submittedAt', submittedTo),
      ]),
    ]);
  }
}
