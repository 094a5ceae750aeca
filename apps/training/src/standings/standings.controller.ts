import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AssignTraining,
  assignTrainingSchema,
  type CompanyContext,
  type ListTraining,
  listTrainingSchema,
  pageOf,
  type SaveTraining,
  saveTrainingSchema,
  trainingSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { StandingsService } from './standings.service.js';

@Controller('training')
@BusinessApi()
export class StandingsController {
  constructor(private readonly standings: StandingsService) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(trainingSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  list(@Company() company: CompanyContext, @TakesQuery(listTrainingSchema) query: ListTraining) {
    return this.standings.page(company, query);
  }

  @Post()
  @Requires('training.write')
  @Returns(trainingSchema, { status: 201, errors: ['duplicate'] })
  assign(@Company() company: CompanyContext, @TakesBody(assignTrainingSchema) body: AssignTraining) {
    return this.standings.assign(company, body);
  }

  @Get(':id')
  @Requires('training.read')
  @Returns(trainingSchema, { followsTime: true })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.standings.get(company, id);
  }

  @Put(':id')
  @Requires('training.write')
  @Returns(trainingSchema, { errors: ['archived'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveTrainingSchema) change: Change<SaveTraining>,
  ) {
    return this.standings.change(company, id, change);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(trainingSchema, { errors: ['archived'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveTrainingSchema) change: Change<SaveTraining>,
  ) {
    return this.standings.change(company, id, change);
  }

  /** Takes the assignment back. */
  @Delete(':id')
  @Requires('training.write')
  @ReturnsNothing({ errors: ['in-use'] })
  unassign(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.standings.unassign(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('training.write')
  @Returns(trainingSchema)
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.standings.restore(company, id, precondition);
  }
}
