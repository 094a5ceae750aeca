import { Controller, Get } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import { type CompanyContext, type ListGaps, listGapsSchema, trainingGapsSchema } from '@safety/contracts';
import { Resource, ReturnsStream, Summary, TakesQuery } from '@safety/platform';
import { GapsService } from './gaps.service.js';

@Controller('training/gaps')
@Resource({ one: 'a gap', many: 'training gaps', group: 'training' })
@BusinessApi()
export class GapsController {
  constructor(private readonly gaps: GapsService) {}

  @Get()
  @Requires('training.read')
  @Summary(
    'List training gaps',
    'Streams how everybody stands in mandatory training on a day, also those without a gap, as JSON or CSV, grouped ' +
      'as asked for.',
  )
  @ReturnsStream(trainingGapsSchema, ['text/csv'])
  list(@Company() company: CompanyContext, @TakesQuery(listGapsSchema) query: ListGaps) {
    return this.gaps.stream(company, query);
  }
}
