import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListOrgStructureItems,
  type ListTrainingRequirements,
  listOrgStructureItemsSchema,
  listTrainingRequirementsSchema,
  orgStructureItemSchema,
  pageOf,
  type SaveOrgStructureItem,
  type SaveTrainingRequirements,
  saveOrgStructureItemSchema,
  saveTrainingRequirementsSchema,
  trainingRequirementsSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { OrgStructureItemsService } from './org-structure-items.service.js';
import { TrainingRequirementsService } from './training-requirements.service.js';

@Controller('orgstructures/items')
@Resource({ one: 'an org structure item', many: 'org structure items', group: 'org structures' })
@BusinessApi()
export class OrgStructureItemsController {
  constructor(
    private readonly items: OrgStructureItemsService,
    private readonly requirements: TrainingRequirementsService,
  ) {}

  @Get()
  @Requires('orgstructures.read')
  @Returns(pageOf(orgStructureItemSchema))
  list(
    @Company() company: CompanyContext,
    @TakesQuery(listOrgStructureItemsSchema) query: ListOrgStructureItems,
  ) {
    return this.items.page(company, query);
  }

  @Post()
  @Requires('orgstructures.write')
  @Returns(orgStructureItemSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveOrgStructureItemSchema) item: SaveOrgStructureItem) {
    return this.items.add(company, item);
  }

  @Get(':id')
  @Requires('orgstructures.read')
  @Returns(orgStructureItemSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.items.get(company, id);
  }

  @Put(':id')
  @Requires('orgstructures.write')
  @Returns(orgStructureItemSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveOrgStructureItemSchema) change: Change<SaveOrgStructureItem>,
  ) {
    return this.items.change(company, id, change);
  }

  @Patch(':id')
  @Requires('orgstructures.write')
  @Returns(orgStructureItemSchema, { errors: ['duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveOrgStructureItemSchema) change: Change<SaveOrgStructureItem>,
  ) {
    return this.items.change(company, id, change);
  }

  @Delete(':id')
  @Requires('orgstructures.write')
  @ReturnsNothing({ errors: ['in-use'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.items.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('orgstructures.write')
  @Returns(orgStructureItemSchema, { errors: ['duplicate'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.items.restore(company, id, precondition);
  }

  @Get(':id/trainingrequired')
  @Requires('orgstructures.read')
  @Summary(
    'List the training that an item requires',
    'The courses that the item requires, and those that it inherits from the items above its placements.',
  )
  @Returns(trainingRequirementsSchema)
  trainingRequired(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listTrainingRequirementsSchema) query: ListTrainingRequirements,
  ) {
    return this.requirements.list(company, id, query);
  }

  @Put(':id/trainingrequired')
  @Requires('orgstructures.write')
  @Summary(
    'Replace the training that an item requires',
    'The courses of the body are all that the item itself requires from now on. The version of the item grows, ' +
      'and `If-Match` takes its ETag.',
  )
  @Returns(trainingRequirementsSchema)
  requireTraining(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveTrainingRequirementsSchema) change: Change<SaveTrainingRequirements>,
  ) {
    return this.requirements.replace(company, id, change);
  }
}
