import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type EventTransition,
  eventApprovalDataSchema,
  eventSchema,
  eventTransitionSchema,
  type ListChanges,
  type ListEvents,
  listChangesSchema,
  listEventsSchema,
  pageOf,
  recordedChangesSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesChange,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { EventLifecycleService } from './event-lifecycle.service.js';
import { EventProcess } from './event-process.js';
import { EventReader } from './event-reader.js';
import { EventViews } from './event-views.js';

const ARCHIVE_TERMS = 'It has to count at the org structure of the event, and where that was approved.';

/** Approved events are read only: they come in and change through their approval. */
@Controller('events')
@Resource({
  one: 'an event',
  many: 'events',
  about:
    'Events are what happened: accidents, illnesses, near misses and damage, with those who were harmed.',
})
@BusinessApi()
export class EventsController {
  constructor(
    private readonly reader: EventReader,
    private readonly process: EventProcess,
    private readonly lifecycle: EventLifecycleService,
    private readonly views: EventViews,
  ) {}

  @Get()
  @Summary(
    'List events',
    'One page of the events that the caller may see, as they were approved last. Of those that were never ' +
      'approved, `GET /events/includerequireapproval` has what waits, and `GET /events/approvalData` rejected ' +
      'ones, too.',
  )
  @Requires('events.read')
  @Returns(pageOf(eventSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listEventsSchema) query: ListEvents) {
    return this.reader.approvedPage(company, query);
  }

  @Get(':id')
  @Summary('Get an event', 'Answers the event as it was approved last.')
  @Requires('events.read')
  @Returns(eventSchema, { alternate: '/events/{id}/approvalData', etag: 'version and content' })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.reader.approvedOne(company, id);
  }

  @Get(':id/audit')
  @Summary(
    'List the changes to an event',
    'Tells who changed what of the event in the last 30 days, the newest change first, with what was never ' +
      'approved. For authors, approvers asked by name, and with `events.readPending` or `events.approve` at its ' +
      'org structure.',
  )
  @Requires('events.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.reader.changesOf(company, id, query);
  }

  @Post(':id/transitions')
  @Summary(
    'Move an event to another status',
    'Takes one of the steps that the status of the event allows. Its submitter submits it again; others do so ' +
      'where changes are requested, and begin and complete its investigation, with `events.update` at its org ' +
      'structure. To decide, to close and to reopen takes `events.approve` there, of default approvers who are ' +
      'asked to decide anywhere. `transition` says what each step takes of the event, and where it leads.',
  )
  @Requires('events.read')
  @Returns(eventApprovalDataSchema, {
    errors: [
      'invalid-state',
      'open-actions',
      'no-approver-available',
      'not-an-approver',
      'self-approval-not-allowed',
    ],
  })
  async transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(eventTransitionSchema) change: Change<EventTransition>,
  ) {
    return this.views.oneWithApproval(company, await this.process.take(company, id, change));
  }

  @Delete(':id')
  @Requires('events.archive', ARCHIVE_TERMS)
  @ReturnsNothing({ errors: ['invalid-state'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.lifecycle.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('events.archive', ARCHIVE_TERMS)
  @Returns(eventSchema)
  async restore(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.views.one(company, await this.lifecycle.restore(company, id, precondition));
  }
}
