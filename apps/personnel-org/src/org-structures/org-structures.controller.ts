import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type ArchiveOrgStructure,
  archiveOrgStructureSchema,
  type CompanyContext,
  type HierarchyQuery,
  hierarchyQuerySchema,
  hierarchySchema,
  type ListChanges,
  type ListOrgStructures,
  listChangesSchema,
  listOrgStructuresSchema,
  orgStructureSchema,
  pageOf,
  recordedChangesSchema,
  type SaveOrgStructure,
  saveOrgStructureSchema,
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
import { OrgStructuresService } from './org-structures.service.js';
import { PlacementsService } from './placements.service.js';

@Controller('orgstructures')
@Resource({
  one: 'an org structure',
  many: 'org structures',
  about: 'Org structures are the places and units of a company, each below another one.',
})
@BusinessApi()
export class OrgStructuresController {
  constructor(
    private readonly places: OrgStructuresService,
    private readonly placements: PlacementsService,
  ) {}

  @Get()
  @Requires('orgstructures.read')
  @Returns(pageOf(orgStructureSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listOrgStructuresSchema) query: ListOrgStructures) {
    return this.places.page(company, query);
  }

  @Get('hierarchy')
  @Summary(
    'Get the hierarchy of org structures',
    'Answers the org structures that the caller may choose from, each with those below it.',
  )
  @Requires('orgstructures.read')
  @Returns(hierarchySchema, { etag: 'content' })
  async hierarchy(
    @Company() company: CompanyContext,
    @TakesQuery(hierarchyQuerySchema) query: HierarchyQuery,
  ) {
    return { data: await this.places.hierarchy(company, query) };
  }

  @Get(':id')
  @Requires('orgstructures.read')
  @Returns(orgStructureSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.places.get(company, id);
  }

  /** The changes of the org structure in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('orgstructures.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.places.audit(company, id, query);
  }

  @Post()
  @Requires('orgstructures.write')
  @Returns(orgStructureSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveOrgStructureSchema) place: SaveOrgStructure) {
    return this.placements.add(company, place);
  }

  @Put(':id')
  @Requires('orgstructures.write')
  @Returns(orgStructureSchema, { errors: ['duplicate', 'cycle'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveOrgStructureSchema) change: Change<SaveOrgStructure>,
  ) {
    return this.placements.change(company, id, change);
  }

  @Patch(':id')
  @Requires('orgstructures.write')
  @Returns(orgStructureSchema, { errors: ['duplicate', 'cycle'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveOrgStructureSchema) change: Change<SaveOrgStructure>,
  ) {
    return this.placements.change(company, id, change);
  }

  @Delete(':id')
  @Requires('orgstructures.write')
  @ReturnsNothing({ errors: ['in-use', 'has-active-children'] })
  archive(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(archiveOrgStructureSchema) { cascade }: ArchiveOrgStructure,
    @IfMatch() precondition: Precondition,
  ) {
    return this.placements.archive(company, id, precondition, cascade);
  }

  @Put(':id/restore')
  @Requires('orgstructures.write')
  @Returns(orgStructureSchema, { errors: ['archived'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.placements.restore(company, id, precondition);
  }
}
