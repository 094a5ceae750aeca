import { Controller, Get, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListTrainingRequirements,
  listOrgStructureItemsSchema,
  listTrainingRequirementsSchema,
  orgStructureItemSchema,
  type SaveTrainingRequirements,
  saveOrgStructureItemSchema,
  saveTrainingRequirementsSchema,
  trainingRequirementsSchema,
} from '@safety/contracts';
import { type Change, Resource, Returns, Summary, TakesChange, TakesId, TakesQuery } from '@safety/platform';
import { OrgStructureItemsService } from './org-structure-items.service.js';
import { TrainingRequirementsService } from './training-requirements.service.js';

const WRITE_TERMS =
  'It has to count at each placement of the item, archived ones too; for an item without any, a new one too, ' +
  'in the whole company.';

const Handlers = resourceHandlers({
  row: orgStructureItemSchema,
  query: listOrgStructureItemsSchema,
  body: saveOrgStructureItemSchema,
  reads: Requires('orgstructures.read'),
  writes: Requires('orgstructures.write', WRITE_TERMS),
  etag: 'version and content',
  errors: { archive: ['in-use'], restore: ['duplicate'] },
});

@Controller('orgstructures/items')
@Resource({ one: 'an org structure item', many: 'org structure items', group: 'org structures' })
@BusinessApi()
export class OrgStructureItemsController extends Handlers {
  constructor(
    items: OrgStructureItemsService,
    private readonly requirements: TrainingRequirementsService,
  ) {
    super(items);
  }

  @Get(':id/trainingrequired')
  @Requires('orgstructures.read')
  @Summary(
    'List the training required by an item',
    'The courses that the item requires, and those that it inherits from the items above its placements, each ' +
      'with the placements where it counts. Own beats inherited; of several above the same placement mandatory ' +
      'beats recommended, then the nearest counts. One that counts ' +
      'for nobody, today or later, is left out: others are in force for all whom it concerns. So a course may ' +
      'be there more than once, for other job titles or placements, or from another day on. Archived courses are left out. ' +
      'Where the items above require too much for one answer it is 400: name fewer placements with ' +
      '`orgStructureId`, or send `includeInherited=false`.',
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
  @Requires('orgstructures.write', WRITE_TERMS)
  @Summary(
    'Replace the training required by an item',
    'The courses of the body are all that the item itself requires from now on, 200 at most, and archived ' +
      'ones that it required before. Send all pages of a list, or one that was read with ' +
      '`includeInherited=false`. Elements with `inherited` true are left out, so that a list can be sent back ' +
      'as it was read; with false, the item requires such a course itself. The version of the item grows, and ' +
      '`If-Match` takes its ETag. The answer has what is inherited too, unless that is too much for a list.',
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
