import { Controller, Delete, Get } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type ArchiveOrgStructure,
  archiveOrgStructureSchema,
  type CompanyContext,
  type HierarchyQuery,
  hierarchyQuerySchema,
  hierarchySchema,
  listOrgStructuresSchema,
  MAX_ORG_STRUCTURES_AT_ONCE,
  orgStructureSchema,
  saveOrgStructureSchema,
} from '@safety/contracts';
import {
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { PlacementsService } from './placements.service.js';

const WRITE_TERMS = 'It has to count at the org structure, and at the parent of one that is added or moved.';

const MOST_AT_ONCE = MAX_ORG_STRUCTURES_AT_ONCE.toLocaleString('en');

const Handlers = resourceHandlers({
  row: orgStructureSchema,
  query: listOrgStructuresSchema,
  body: saveOrgStructureSchema,
  reads: Requires('orgstructures.read'),
  writes: Requires('orgstructures.write', WRITE_TERMS),
  etag: 'version and content',
  errors: { change: ['duplicate', 'cycle'], restore: ['archived'] },
  without: ['archive'],
});

@Controller('orgstructures')
@Resource({
  one: 'an org structure',
  many: 'org structures',
  about:
    'Org structures are the places and units of a company, each below another one. One request moves, renames ' +
    `or archives ${MOST_AT_ONCE} of them at most, those below included. More is 422 ` +
    'with `not-allowed` to move or rename: move branches below it elsewhere first. Archived ones count, and are ' +
    'restored before they can be moved. To archive, active ones alone count, and more is 400 ' +
    '`invalid-parameter` of `cascade`: archive branches below it first.',
})
@BusinessApi()
export class OrgStructuresController extends Handlers {
  constructor(private readonly placements: PlacementsService) {
    super(placements);
  }

  @Get('hierarchy')
  @Summary(
    'Get the hierarchy of org structures',
    'The org structures where the caller may file records, below those that lead to them. Callers who file ' +
      'nothing get none; `GET /orgstructures` lists all to every reader.',
  )
  @Requires('orgstructures.read')
  @Returns(hierarchySchema, { etag: 'content' })
  async hierarchy(
    @Company() company: CompanyContext,
    @TakesQuery(hierarchyQuerySchema) query: HierarchyQuery,
  ) {
    return { data: await this.placements.hierarchy(company, query) };
  }

  @Delete(':id')
  @Summary(
    'Archive an org structure',
    'Takes the org structure out of the lists until a restore; a second time changes nothing. Active ones below it ' +
      `are 409 \`has-active-children\` without \`cascade\`. With it, ${MOST_AT_ONCE} are archived at most, it ` +
      'included; of more it is 400 `invalid-parameter`.',
  )
  @Requires('orgstructures.write', 'It has to count at the org structure.')
  @ReturnsNothing({ errors: ['in-use', 'has-active-children'] })
  archive(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(archiveOrgStructureSchema) { cascade }: ArchiveOrgStructure,
    @IfMatch() precondition: Precondition,
  ) {
    return this.placements.archive(company, id, precondition, cascade);
  }
}
