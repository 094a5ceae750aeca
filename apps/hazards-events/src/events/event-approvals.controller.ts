import { Controller, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddEvent,
  addEventSchema,
  type CompanyContext,
  eventApprovalDataSchema,
  eventSchema,
  type ListEventApprovals,
  type ListFlaggedEvents,
  listEventApprovalsSchema,
  listFlaggedEventsSchema,
  pageOf,
  type SaveEvent,
  saveEventSchema,
} from '@safety/contracts';
import {
  type Change,
  Resource,
  Returns,
  ReturnsAdded,
  Since,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { pendingTerms } from '../approvals/pending-terms.js';
import { EventReader } from './event-reader.js';
import { EventSubmissions } from './event-submissions.js';
import { EventViews } from './event-views.js';

const PENDING = pendingTerms('event');

/** Events in their approval. */
@Controller('events')
@Resource({ one: 'an event', many: 'events' })
@BusinessApi()
export class EventApprovalsController {
  constructor(
    private readonly reader: EventReader,
    private readonly submissions: EventSubmissions,
    private readonly views: EventViews,
  ) {}

  @Get('approvalData')
  @Summary(
    'List events with their approval',
    'One page of the events in any state, as they are worked on, with approval and actions. ' +
      `${PENDING}, and missing to others.`,
  )
  @Requires('events.read')
  @Returns(pageOf(eventApprovalDataSchema))
  listWithApproval(
    @Company() company: CompanyContext,
    @TakesQuery(listEventApprovalsSchema) query: ListEventApprovals,
  ) {
    return this.reader.approvalPage(company, query);
  }

  @Get('includerequireapproval')
  @Since('1.3.1')
  @Summary(
    'List approved events and those that require approval',
    'One page of the approved events, and of those that wait for approval or for changes. With `modifiedSince` ' +
      'callers who may read what is pending are told of first submissions that were rejected, too.',
  )
  @Requires('events.read')
  @Returns(pageOf(eventSchema))
  listWithFlagged(
    @Company() company: CompanyContext,
    @TakesQuery(listFlaggedEventsSchema) query: ListFlaggedEvents,
  ) {
    return this.reader.flaggedPage(company, query);
  }

  @Get(':id/approvalData')
  @Summary(
    'Get an event with its approval',
    `Answers the event as it is worked on, in any state. ${PENDING}: to others it is 404.`,
  )
  @Requires('events.read')
  @Returns(eventApprovalDataSchema, { etag: 'version and content' })
  getWithApproval(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.reader.approvalOf(company, id);
  }

  @Post('requireapproval')
  @Since('1.3.1')
  @Summary(
    'Add an event that requires approval',
    'Adds an event that counts once an event manager of its org structure has approved it.',
  )
  @Requires('events.create')
  @ReturnsAdded(eventSchema, { location: '/events/{id}/approvalData', errors: ['no-approver-available'] })
  async flagNew(@Company() company: CompanyContext, @TakesBody(addEventSchema) event: AddEvent) {
    const { row, isNew } = await this.submissions.add(company, event);
    return { row: await this.views.one(company, row), isNew };
  }

  @Put(':id/requireapproval')
  @Since('1.3.1')
  @Summary(
    'Replace an event, subject to approval',
    'Replaces the writable members and asks the approvers anew. Authors and submitters do so with ' +
      '`events.create`; others, but of one that was rejected, and all once it is approved, with `events.update` at ' +
      'its org structure. What was approved stays in force meanwhile. Leave `action` out of a body that was read ' +
      'with its approval: it is ignored, and may be more than a body may hold.',
  )
  @Requires('events.read')
  @Returns(eventSchema, { errors: ['duplicate', 'invalid-state', 'no-approver-available'] })
  async flag(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveEventSchema) change: Change<SaveEvent>,
  ) {
    return this.views.one(company, await this.submissions.flag(company, id, change));
  }
}
