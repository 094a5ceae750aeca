import { Controller, Get, Post } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  hazardSchema,
  type ListChanges,
  type ListHazards,
  listChangesSchema,
  listHazardsSchema,
  pageOf,
  recordedChangesSchema,
  type SaveHazard,
  saveHazardSchema,
} from '@safety/contracts';
import { Resource, Returns, TakesBody, TakesId, TakesQuery } from '@safety/platform';
import { HazardsService } from './hazards.service.js';

@Controller('hazards')
@Resource({
  one: 'a hazard',
  many: 'hazards',
  about: 'Hazards are what could harm people, with their risk and the measures against it.',
})
@BusinessApi()
export class HazardsController {
  constructor(private readonly hazards: HazardsService) {}

  @Get()
  @Requires('hazards.read')
  @Returns(pageOf(hazardSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listHazardsSchema) query: ListHazards) {
    return this.hazards.page(company, query);
  }

  @Post()
  @Requires('hazards.createWithoutApproval')
  @Returns(hazardSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveHazardSchema) hazard: SaveHazard) {
    return this.hazards.addApproved(company, hazard);
  }

  @Get(':id')
  @Requires('hazards.read')
  @Returns(hazardSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.hazards.get(company, id);
  }

  /** The changes of the hazard in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('hazards.read')
  @Returns(recordedChangesSchema, { errors: ['invalid-cursor'] })
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.hazards.audit(company, id, query);
  }
}
