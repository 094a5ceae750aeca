import { Controller, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddHazard,
  addSubmittedHazardSchema,
  type ChangeHazard,
  type ChangeHazardApproval,
  type CompanyContext,
  changeHazardApprovalSchema,
  hazardApprovalDataSchema,
  hazardSchema,
  type ListFlaggedHazards,
  type ListHazardApprovals,
  listFlaggedHazardsSchema,
  listHazardApprovalsSchema,
  pageOf,
  type SaveHazardApproval,
  saveHazardApprovalSchema,
  submitHazardSchema,
} from '@safety/contracts';
import {
  type Change,
  type IdentifiedChange,
  Resource,
  Returns,
  ReturnsAdded,
  Since,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
  TakesQuery,
  Versioned,
} from '@safety/platform';
import { pendingTerms } from '../approvals/pending-terms.js';
import { HazardApprovalsService } from './hazard-approvals.service.js';
import { HazardReader } from './hazard-reader.js';
import { HazardSubmissions } from './hazard-submissions.js';
import { HazardViews } from './hazard-views.js';
import { before130 } from './version-1.2.js';

const PENDING = pendingTerms('hazard');

/** Hazards in their approval: `requireapproval` is a flag on them, `approval` the process as data. */
@Controller('hazards')
@Resource({ one: 'a hazard', many: 'hazards' })
@BusinessApi()
export class HazardApprovalsController {
  constructor(
    private readonly reader: HazardReader,
    private readonly submissions: HazardSubmissions,
    private readonly approvals: HazardApprovalsService,
    private readonly views: HazardViews,
  ) {}

  @Get('approvalData')
  @Versioned({ '1.2': before130('/hazards') })
  @Summary(
    'List hazards with their approval',
    'One page of the hazards in any state, as they are worked on, with approval, actions and suggested actions. ' +
      `${PENDING}, and missing to others. ` +
      'Drafts are listed for their authors, and for administrators where the author is a client or cannot read ' +
      'them any more. With `modifiedSince` drafts of others are left out, and those who could read a submission are ' +
      'told without a filter that it was withdrawn: once more as it was, with the status draft.',
  )
  @Requires('hazards.read')
  @Returns(pageOf(hazardApprovalDataSchema))
  listWithApproval(
    @Company() company: CompanyContext,
    @TakesQuery(listHazardApprovalsSchema) query: ListHazardApprovals,
  ) {
    return this.reader.approvalPage(company, query);
  }

  @Get('includerequireapproval')
  @Since('1.3.1')
  @Summary(
    'List approved hazards and those that require approval',
    'One page of the approved hazards, and of those that wait for approval or for changes. A hazard that waits ' +
      'is as it is worked on for its author and for callers who may read what is pending. With `modifiedSince` they ' +
      'are told of what has left the list: first submissions that were rejected or, without a filter, withdrawn.',
  )
  @Requires('hazards.read')
  @Returns(pageOf(hazardSchema))
  listWithFlagged(
    @Company() company: CompanyContext,
    @TakesQuery(listFlaggedHazardsSchema) query: ListFlaggedHazards,
  ) {
    return this.reader.flaggedPage(company, query);
  }

  @Get(':id/approvalData')
  @Versioned({ '1.2': before130('/hazards/{id}') })
  @Summary(
    'Get a hazard with its approval',
    `Answers the hazard as it is worked on, in any state. ${PENDING}: to others it is 404.`,
  )
  @Requires('hazards.read')
  @Returns(hazardApprovalDataSchema, { etag: 'version and content' })
  getWithApproval(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.reader.approvalOf(company, id);
  }

  @Post('requireapproval')
  @Since('1.3.1')
  @Summary(
    'Add a hazard that requires approval',
    'Adds a hazard that counts once an event manager of its org structure has approved it.',
  )
  @Requires('hazards.create')
  @ReturnsAdded(hazardSchema, { location: '/hazards/{id}/approvalData', errors: ['no-approver-available'] })
  async flagNew(@Company() company: CompanyContext, @TakesBody(addSubmittedHazardSchema) hazard: AddHazard) {
    const { row, isNew } = await this.submissions.addToQueue(company, hazard);
    return { row: await this.views.one(company, row), isNew };
  }

  @Put(':id/requireapproval')
  @Since('1.3.1')
  @Summary(
    'Replace a hazard, subject to approval',
    'Replaces the writable members and asks the event managers anew. Authors and submitters do so with ' +
      '`hazards.create`; others, but of one that was rejected, and all once it is approved, with `hazards.update` ' +
      'at its org structure. What was approved stays in force meanwhile. A body that was read with its approval ' +
      'is taken back, best without `actions`: they are ignored, and may be more than a body may hold. New suggested ' +
      'actions and steps are refused: they belong to `PUT /hazards/approval`.',
  )
  @Requires('hazards.read')
  @Returns(hazardSchema, { errors: ['duplicate', 'invalid-state', 'no-approver-available'] })
  async flag(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(submitHazardSchema) change: Change<ChangeHazard>,
  ) {
    return this.views.one(company, await this.submissions.flag(company, id, change));
  }

  @Post('approval')
  @Versioned({ '1.2': { ...before130('/hazards'), location: '/hazards/{id}' } })
  @Summary(
    'Submit a hazard for approval',
    'Adds a hazard as a draft, or asks the named approvers, or all event managers of its org structure.',
  )
  @Requires('hazards.create')
  @ReturnsAdded(hazardApprovalDataSchema, {
    location: '/hazards/{id}/approvalData',
    errors: ['no-approver-available'],
  })
  async addWithApproval(
    @Company() company: CompanyContext,
    @TakesBody(saveHazardApprovalSchema) hazard: SaveHazardApproval,
  ) {
    const { row, isNew } = await this.submissions.add(company, hazard);
    return { row: await this.views.oneWithApproval(company, row), isNew };
  }

  @Put('approval')
  @Versioned({ '1.2': before130('/hazards') })
  @Summary(
    'Take a step in the approval of a hazard',
    'Takes the step of `approval.step`, where the status of the hazard allows it. Authors save drafts, and submit ' +
      'with `hazards.create`, as submitters do; others, but of one that was rejected, and all once it is ' +
      'approved, submit with `hazards.update` at its org structure. Submitters withdraw. To decide takes ' +
      '`hazards.approve` and `events.approve` there, of default approvers who are asked anywhere, and to edit the ' +
      'content with it `hazards.update`. A revision that is rejected or withdrawn leaves the hazard as it was ' +
      'approved last. But in version 1.2, leave `actions` out of a body that was read: they are ignored, and may be more ' +
      'than a body may hold.',
  )
  @Requires('hazards.read')
  @Returns(hazardApprovalDataSchema, {
    errors: [
      'duplicate',
      'in-use',
      'invalid-state',
      'no-approver-available',
      'not-an-approver',
      'self-approval-not-allowed',
    ],
  })
  async drive(
    @Company() company: CompanyContext,
    @TakesChange(changeHazardApprovalSchema, { idIn: 'body' })
    change: IdentifiedChange<ChangeHazardApproval>,
  ) {
    return this.views.oneWithApproval(company, await this.approvals.drive(company, change));
  }
}
