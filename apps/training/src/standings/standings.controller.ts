import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AssignTraining,
  assignTrainingSchema,
  type CompanyContext,
  type ListChanges,
  type ListTraining,
  listChangesSchema,
  listTrainingSchema,
  pageOf,
  recordedChangesSchema,
  type SaveTraining,
  saveTrainingSchema,
  trainingSchema,
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
import { WritesOfPerson } from '../rows/writes-of-person.js';
import { StandingsService } from './standings.service.js';

@Controller('training')
@Resource({
  one: 'the training of a person',
  many: 'the training of people',
  group: 'training',
  about:
    'Training is how a person stands in a course today, by what is required and what was completed. ' +
    "Of training, students and records, `training.read` shows one's own; others' take `personnel.read` or `training.write` too.",
})
@BusinessApi()
export class StandingsController {
  constructor(private readonly standings: StandingsService) {}

  @Get()
  @Requires('training.read')
  @Summary(
    'List the training of people',
    'One page of how people stand in courses, on the day of the answer.',
  )
  @Returns(pageOf(trainingSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listTrainingSchema) query: ListTraining) {
    return this.standings.page(company, query);
  }

  @Post()
  @WritesOfPerson()
  @Summary(
    'Assign a course to a person',
    'Makes the course mandatory for the person, whatever org structures require.',
  )
  @Returns(trainingSchema, { status: 201, errors: ['duplicate', 'invalid-state'] })
  assign(@Company() company: CompanyContext, @TakesBody(assignTrainingSchema) body: AssignTraining) {
    return this.standings.assign(company, body);
  }

  @Get(':id')
  @Requires('training.read')
  @Summary('Get the training of a person', 'How a person stands in a course, on the day of the answer.')
  @Returns(trainingSchema, { etag: 'version and content' })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.standings.get(company, id);
  }

  @Get(':id/audit')
  @Requires('training.read')
  @Summary(
    "List the changes to a person's training",
    'Who assigned, waived or set a due date in the last 30 days; what else decides has an audit of its own.',
  )
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.standings.history(company, id, query);
  }

  @Put(':id')
  @WritesOfPerson()
  @Summary(
    "Replace the due date and waiver of a person's training",
    'Replaces both; without a waiver there is none from now on.',
  )
  @Returns(trainingSchema)
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveTrainingSchema) change: Change<SaveTraining>,
  ) {
    return this.standings.change(company, id, change);
  }

  @Patch(':id')
  @WritesOfPerson()
  @Summary(
    "Change the due date or waiver of a person's training",
    'Changes those members that the body names (RFC 7396); the others stay.',
  )
  @Returns(trainingSchema)
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveTrainingSchema) change: Change<SaveTraining>,
  ) {
    return this.standings.change(company, id, change);
  }

  @Delete(':id')
  @WritesOfPerson()
  @Summary(
    'Withdraw a training assignment',
    'Makes the course no longer mandatory; what an org structure item requires can only be waived.',
  )
  @ReturnsNothing({ errors: ['in-use'] })
  unassign(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.standings.unassign(company, id, precondition);
  }

  @Put(':id/restore')
  @WritesOfPerson()
  @Summary('Restore a training assignment', 'Brings back an assignment that was withdrawn.')
  @Returns(trainingSchema, { errors: ['archived', 'invalid-state', 'validation-failed'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.standings.restore(company, id, precondition);
  }
}
