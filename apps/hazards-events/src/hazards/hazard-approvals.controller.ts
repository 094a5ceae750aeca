import { Controller, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
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
  type SaveHazard,
  type SaveHazardApproval,
  saveHazardApprovalSchema,
  submitHazardSchema,
} from '@safety/contracts';
import {
  type Change,
  type IdentifiedChange,
  Returns,
  TakesBody,
  TakesChange,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { HazardApprovalsService } from './hazard-approvals.service.js';
import { HazardReader } from './hazard-reader.js';
import { HazardSubmissions } from './hazard-submissions.js';
import { HazardViews } from './hazard-views.js';

/** Hazards in their approval: `requireapproval` is a flag on them, `approval` the process as data. */
@Controller('hazards')
@BusinessApi()
export class HazardApprovalsController {
  constructor(
    private readonly reader: HazardReader,
    private readonly submissions: HazardSubmissions,
    private readonly approvals: HazardApprovalsService,
    private readonly views: HazardViews,
  ) {}

  @Get('approvalData')
  @Requires('hazards.read')
  @Returns(pageOf(hazardApprovalDataSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  listWithApproval(
    @Company() company: CompanyContext,
    @TakesQuery(listHazardApprovalsSchema) query: ListHazardApprovals,
  ) {
    return this.reader.approvalPage(company, query);
  }

  @Get('includerequireapproval')
  @Requires('hazards.read')
  @Returns(pageOf(hazardSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  listWithFlagged(
    @Company() company: CompanyContext,
    @TakesQuery(listFlaggedHazardsSchema) query: ListFlaggedHazards,
  ) {
    return this.reader.flaggedPage(company, query);
  }

  @Get(':id/approvalData')
  @Requires('hazards.read')
  @Returns(hazardApprovalDataSchema)
  getWithApproval(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.reader.approvalOf(company, id);
  }

  @Post('requireapproval')
  @Requires('hazards.create')
  @Returns(hazardSchema, {
    status: 201,
    location: '/hazards/{id}/approvalData',
    errors: ['duplicate', 'no-approver-available'],
  })
  async flagNew(@Company() company: CompanyContext, @TakesBody(submitHazardSchema) hazard: SaveHazard) {
    return this.views.one(company, await this.submissions.addToQueue(company, hazard));
  }

  /** Submitters flag their own hazards; a revision of an approved one needs hazards.update. */
  @Put(':id/requireapproval')
  @Requires('hazards.create')
  @Returns(hazardSchema, { errors: ['archived', 'duplicate', 'invalid-state', 'no-approver-available'] })
  async flag(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(submitHazardSchema) change: Change<SaveHazard>,
  ) {
    return this.views.one(company, await this.submissions.flag(company, id, change));
  }

  @Post('approval')
  @Requires('hazards.create')
  @Returns(hazardApprovalDataSchema, {
    status: 201,
    location: '/hazards/{id}/approvalData',
    errors: ['duplicate', 'no-approver-available'],
  })
  async addWithApproval(
    @Company() company: CompanyContext,
    @TakesBody(saveHazardApprovalSchema) hazard: SaveHazardApproval,
  ) {
    return this.views.oneWithApproval(company, await this.submissions.add(company, hazard));
  }

  /** Each step is for its own people: the creator, the submitter, those who may update, or the approvers. */
  @Put('approval')
  @Requires('hazards.read')
  @Returns(hazardApprovalDataSchema, {
    errors: [
      'not-found',
      'archived',
      'duplicate',
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
