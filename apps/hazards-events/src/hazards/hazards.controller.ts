import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddHazard,
  addHazardSchema,
  type ChangeHazard,
  type CompanyContext,
  changeHazardSchema,
  type HazardTransition,
  hazardSchema,
  hazardTransitionSchema,
  type ListChanges,
  type ListHazards,
  listChangesSchema,
  listHazardsSchema,
  pageOf,
  recordedChangesSchema,
} from '@safety/contracts';
import {
  type Change,
  type IdentifiedChange,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsAdded,
  ReturnsNothing,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { HazardLifecycleService } from './hazard-lifecycle.service.js';
import { HazardReader } from './hazard-reader.js';
import { HazardViews } from './hazard-views.js';
import { HazardsService } from './hazards.service.js';

/** Approved hazards, and writes that need no approval. */
@Controller('hazards')
@Resource({
  one: 'a hazard',
  many: 'hazards',
  about: 'Hazards are what could harm people, with their risk and the measures against it.',
})
@BusinessApi()
export class HazardsController {
  constructor(
    private readonly reader: HazardReader,
    private readonly hazards: HazardsService,
    private readonly lifecycle: HazardLifecycleService,
    private readonly views: HazardViews,
  ) {}

  @Get()
  @Summary(
    'List hazards',
    'One page of the hazards that the caller may see, as they were approved last. Of those that were never ' +
      'approved, `GET /hazards/includerequireapproval` has what waits, and `GET /hazards/approvalData` drafts and ' +
      'rejected ones, too.',
  )
  @Requires('hazards.read')
  @Returns(pageOf(hazardSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listHazardsSchema) query: ListHazards) {
    return this.reader.approvedPage(company, query);
  }

  @Post()
  @Summary(
    'Add a hazard',
    'Adds a hazard that counts at once, approved by the caller. `POST /hazards/requireapproval` and ' +
      '`POST /hazards/approval` add one that waits for its approval.',
  )
  @Requires('hazards.createWithoutApproval')
  @ReturnsAdded(hazardSchema)
  async add(@Company() company: CompanyContext, @TakesBody(addHazardSchema) hazard: AddHazard) {
    const { row, isNew } = await this.hazards.addApproved(company, hazard);
    return { row: await this.views.one(company, row), isNew };
  }

  @Put()
  @Summary(
    'Replace a hazard without approval',
    'Replaces the writable members of an approved hazard, with `hazards.update` and ' +
      '`hazards.createWithoutApproval` where it is and where the body puts it.',
  )
  @Requires('hazards.update')
  @Returns(hazardSchema, { errors: ['duplicate', 'invalid-state'] })
  async replace(
    @Company() company: CompanyContext,
    @TakesChange(changeHazardSchema, { idIn: 'body' }) change: IdentifiedChange<ChangeHazard>,
  ) {
    return this.views.one(company, await this.hazards.change(company, change.id, change));
  }

  @Get(':id')
  @Summary('Get a hazard', 'Answers the hazard as it was approved last.')
  @Requires('hazards.read')
  @Returns(hazardSchema, { alternate: '/hazards/{id}/approvalData', etag: 'version and content' })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.reader.approvedOne(company, id);
  }

  @Get(':id/audit')
  @Summary(
    'List the changes to a hazard',
    'Tells who changed what of the hazard in the last 30 days, the newest change first, with what was never ' +
      'approved. For authors, approvers asked by name, and with `hazards.readPending` or `hazards.approve` at ' +
      'its org structure. Of a draft that was deleted, for its author.',
  )
  @Requires('hazards.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.reader.changesOf(company, id, query);
  }

  @Patch(':id')
  @Summary(
    'Change a hazard without approval',
    'Changes members of an approved hazard, with `hazards.update` and `hazards.createWithoutApproval` where ' +
      'it is and where the body puts it.',
  )
  @Requires('hazards.update')
  @Returns(hazardSchema, { errors: ['duplicate', 'invalid-state'] })
  async patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(changeHazardSchema) change: Change<ChangeHazard>,
  ) {
    return this.views.one(company, await this.hazards.change(company, id, change));
  }

  /** Needs hazards.approve at the org structure of the hazard. */
  @Post(':id/transitions')
  @Summary(
    'Move a hazard to another status',
    'Takes one of the steps that the status of the hazard allows, with `hazards.approve` at its org structure. ' +
      'Closing takes a residual risk, and no mandatory action that is open, in progress, or waits for the verifier ' +
      'whom it names.',
  )
  @Requires('hazards.read')
  @Returns(hazardSchema, { errors: ['invalid-state', 'open-actions'] })
  async transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(hazardTransitionSchema) change: Change<HazardTransition>,
  ) {
    return this.views.one(company, await this.lifecycle.transition(company, id, change));
  }

  @Delete(':id')
  @Summary(
    'Archive a hazard, or remove a draft',
    'Archives a hazard, with `hazards.archive` at its org structure, and where it was approved: it can ' +
      'be restored. A draft goes for good: one of the caller and, for administrators, one whose author is a client ' +
      'or cannot read it any more.',
  )
  @Requires('hazards.read')
  @ReturnsNothing({ errors: ['in-use', 'invalid-state'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.lifecycle.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires(
    'hazards.archive',
    'It has to count at the org structure of the hazard, and where that was approved.',
  )
  @Returns(hazardSchema)
  async restore(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.views.one(company, await this.lifecycle.restore(company, id, precondition));
  }
}
