import { Injectable } from '@nestjs/common';
import { type AddEvent, type CompanyContext, eventFlagSteps, type SaveEvent } from '@safety/contracts';
import { NumberSeries } from '@safety/persistence';
import type { Added, Change } from '@safety/platform';
import {
  checkFlagging,
  isOwnStep,
  nobodysWords,
  type Standing,
  submitted,
  toQueue,
  unasked,
  writtenBy,
} from '../approvals/approval-rules.js';
import { Approvers, type Submitted } from '../approvals/approvers.js';
import { differs } from '../approvals/differs.js';
import { ApprovedEvents } from './approved-events.js';
import type { SafetyEvent } from './event.entity.js';
import { EventContents } from './event-contents.js';
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
  ) {}

  /** Adds the event of a request that may be repeated. Throws 409 for an external id or an id in use. */
  add(company: CompanyContext, body: AddEvent): Promise<Added<SafetyEvent>> {
    return this.rows.addOnce(company, body, async () => ({
      ...(await this.contents.stored(company, body, 'events.create')),
      ...unasked,
      ...(await this.submit(
        company,
        { ...unasked, ...nobodysWords, orgStructureId: body.orgStructureId },
        null,
      )),
      ...writtenBy(company.userId, nobodysWords, true),
      statusComment: null,
      reference: await this.series.nextOfYear(company, SERIES),
    }));
  }

  /** Edits an event and (re)flags it. */
  async flag(company: CompanyContext, id: string, change: Change<SaveEvent>): Promise<SafetyEvent> {
    let standing: Standing = new Set();
    return this.rows.change(company, id, change, {
      authorise: async (row) => {
        standing = await this.approvers.standing(company, row, this.snapshots);
        await checkFlagging('event', eventFlagSteps, row, standing);
      },
      values: async (body, row): Promise<Partial<SafetyEvent>> => {
        const isOwn = isOwnStep(eventFlagSteps, row.status, 'requireApproval', standing);
        const places = [row.orgStructureId, body.orgStructureId];
        const caller = { standing, isOwn };
        const permission = await this.approvers.contentPermission(company, this.snapshots, caller, places);
        const content = await this.contents.stored(company, body, permission, row);
        // It follows from the groups, and earlier releases stored that of a report that was made, too.
        const { reportDueAt: _, ...words } = content;
        const authors = writtenBy(company.userId, row, differs(words, row));
        const { orgStructureId } = content;
        return {
          ...content,
          ...authors,
          ...(await this.submit(company, { ...row, ...authors, orgStructureId }, null)),
        };
      },
    });
  }

  /** The event after a submission. Throws 422 when there is nobody to ask. */
  async submit(company: CompanyContext, row: Submitted, comment: string | null) {
    const { mode, approverUserIds } = await this.approvers.asked(company, row, this.snapshots, toQueue);
    const actor = { mode, userId: company.userId, now: await this.rows.startedAt(company) };
    return submitted(row, { ...toQueue, approverUserIds, comment }, actor);
  }
}
