import { Injectable } from '@nestjs/common';
import {
  type AddEvent,
  type CompanyContext,
  eventFlagSteps,
  type Permission,
  type SaveEvent,
} from '@safety/contracts';
import { CompanyTransactions, NumberSeries } from '@safety/persistence';
import type { Added, Change } from '@safety/platform';
import type { ApprovalRecord } from '../approvals/approval.entity.js';
import { checkFlagging, submitted, unasked } from '../approvals/approval-rules.js';
import { Approvers } from '../approvals/approvers.js';
import { ApprovedEvents } from './approved-events.js';
import type { SafetyEvent } from './event.entity.js';
import { EventContents } from './event-contents.js';
import { eventPermissions } from './event-permissions.js';
import { EventRows } from './events.rows.js';

const SERIES = 'EVT';

/** Brings events before their approvers: whoever may approve at their org structure. */
@Injectable()
export class EventSubmissions {
  constructor(
    private readonly rows: EventRows,
    private readonly contents: EventContents,
    private readonly approvers: Approvers,
    private readonly snapshots: ApprovedEvents,
    private readonly series: NumberSeries,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Adds the event of a request that may be repeated. Throws 409 for an external id or an id in use. */
  add(company: CompanyContext, body: AddEvent): Promise<Added<SafetyEvent>> {
    return this.rows.addOnce(company, body, async () => ({
      ...(await this.contents.stored(company, body, 'events.create')),
      ...unasked,
      ...(await this.submit(company, { ...unasked, orgStructureId: body.orgStructureId }, null)),
      statusComment: null,
      reference: await this.series.nextOfYear(company, SERIES),
    }));
  }

  /** Edits an event and (re)flags it. */
  async flag(company: CompanyContext, id: string, change: Change<SaveEvent>): Promise<SafetyEvent> {
    let permission: Permission = 'events.create';
    const flagged = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        const standing = await this.approvers.standing(company, row, eventPermissions);
        await checkFlagging('event', eventFlagSteps, row.status, standing);
        if (standing.has('editor')) permission = 'events.update';
      },
      values: async (body, row): Promise<Partial<SafetyEvent>> => ({
        ...(await this.contents.stored(company, body, permission, row)),
        ...(await this.submit(company, { ...row, orgStructureId: body.orgStructureId }, null)),
      }),
    });
    await this.snapshots.keepUp(company, flagged);
    return flagged;
  }

  /** The event after a submission. Throws 422 when there is nobody to ask. */
  async submit(
    company: CompanyContext,
    row: Pick<ApprovalRecord, 'approvalRound' | 'decisions' | 'orgStructureId'>,
    comment: string | null,
  ) {
    const { mode, approverUserIds } = await this.approvers.asked(
      company,
      row.orgStructureId,
      eventPermissions,
      { approverUserIds: [], requiredApprovals: 1 },
    );
    const now = await this.transactions.current(company.companyId).startedAt;
    const submission = { approverUserIds, requiredApprovals: 1, dueDate: null, comment };
    return {
      ...submitted(row, submission, { mode, userId: company.userId, now }),
      status: 'pendingApproval' as const,
    };
  }
}
