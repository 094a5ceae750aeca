import { Controller, Get } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import { type CompanyContext, type ListGaps, listGapsSchema, trainingGapsSchema } from '@safety/contracts';
import { ReturnsStream, TakesQuery } from '@safety/platform';
import { GapsService } from './gaps.service.js';

@Controller('training/gaps')
@BusinessApi()
export class GapsController {
  constructor(private readonly gaps: GapsService) {}

  /** Who lacks which mandatory training, on a day, as JSON or CSV. */
  @Get()
  @Requires('training.read')
  @ReturnsStream(trainingGapsSchema, ['text/csv'])
  list(@Company() company: CompanyContext, @TakesQuery(listGapsSchema) query: ListGaps) {
    return this.gaps.stream(company, query);
  }
}
