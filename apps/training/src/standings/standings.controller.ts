import { Controller, Delete, Post } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type AssignTraining,
  assignTrainingSchema,
  type CompanyContext,
  listTrainingSchema,
  saveTrainingSchema,
  trainingSchema,
} from '@safety/contracts';
import {
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesBody,
  TakesId,
} from '@safety/platform';
import { WritesOfPerson } from '../rows/writes-of-person.js';
import { StandingsService } from './standings.service.js';

const Handlers = resourceHandlers({
  row: trainingSchema,
  query: listTrainingSchema,
  body: assignTrainingSchema,
  changed: saveTrainingSchema,
  etag: 'version and content',
  reads: Requires('training.read'),
  writes: WritesOfPerson(),
  errors: { change: [], restore: ['archived', 'invalid-state', 'validation-failed'] },
  summaries: {
    list: Summary(
      'List the training of people',
      'One page of how people stand in courses, on the day of the answer.',
    ),
    get: Summary(
      'Get the training of a person',
      'How a person stands in a course, on the day of the answer.',
    ),
    audit: Summary(
      "List the changes to a person's training",
      'Who assigned, waived or set a due date in the last 30 days; what else decides has an audit of its own.',
    ),
    replace: Summary(
      "Replace the due date and waiver of a person's training",
      'Replaces both; without a waiver there is none from now on.',
    ),
    patch: Summary(
      "Change the due date or waiver of a person's training",
      'Changes those members that the body names (RFC 7396); the others stay.',
    ),
    restore: Summary('Restore a training assignment', 'Brings back an assignment that was withdrawn.'),
  },
  without: ['add', 'archive'],
});

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
export class StandingsController extends Handlers {
  constructor(private readonly standings: StandingsService) {
    super(standings);
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
}
