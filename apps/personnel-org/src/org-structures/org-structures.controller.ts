import { Controller, Get } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type HierarchyQuery,
  hierarchyQuerySchema,
  hierarchySchema,
  idSchema,
  type ListOrgStructures,
  listOrgStructuresSchema,
  orgStructureSchema,
  pageOf,
} from '@safety/contracts';
import { ProblemError, Refuses, Resource, Returns, Summary, TakesParam, TakesQuery } from '@safety/platform';
import { z } from 'zod';
import { OrgStructuresService } from './org-structures.service.js';

const anyQuerySchema = z.looseObject({});

@Controller('orgstructures')
@Resource({
  one: 'an org structure',
  many: 'org structures',
  about: 'Org structures are the places and units of a company, each below another one.',
})
@BusinessApi()
export class OrgStructuresController {
  constructor(private readonly places: OrgStructuresService) {}

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

  /** Removed from the API; a site is a place of that type. */
  @Get('sites')
  @Summary('List sites (removed)', 'Removed: a site is an org structure of that type.')
  @Requires('orgstructures.read')
  @Refuses('endpoint-removed')
  sites(@TakesQuery(anyQuerySchema) _query: Record<string, unknown>): never {
    const successor = '/orgstructures?type=site';
    throw new ProblemError('endpoint-removed', {
      detail: `Use GET ${successor}.`,
      extensions: { successor },
    });
  }

  @Get(':id')
  @Requires('orgstructures.read')
  @Returns(orgStructureSchema)
  get(@Company() company: CompanyContext, @TakesParam('id', idSchema) id: string) {
    return this.places.get(company, id);
  }
}
