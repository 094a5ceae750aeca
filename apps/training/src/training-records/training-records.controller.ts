import { Controller, Delete } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type CompanyContext,
  changeTrainingRecordSchema,
  listTrainingRecordsSchema,
  saveTrainingRecordSchema,
  trainingRecordSchema,
  type VoidTrainingRecord,
  voidTrainingRecordSchema,
} from '@safety/contracts';
import {
  IfMatch,
  type Precondition,
  Resource,
  ReturnsNothing,
  Summary,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { WritesOfPerson } from '../rows/writes-of-person.js';
import { TrainingRecordsService } from './training-records.service.js';

const Handlers = resourceHandlers({
  row: trainingRecordSchema,
  query: listTrainingRecordsSchema,
  body: saveTrainingRecordSchema,
  changed: changeTrainingRecordSchema,
  reads: Requires('training.read'),
  writes: WritesOfPerson(),
  errors: { restore: ['duplicate'] },
  summaries: {
    add: Summary(
      'Add a training record',
      'Adds a training record; the answer has the new id. One that is not voided is the only one of its person, ' +
        'course, day and source, and of the source class the only one of its student.',
    ),
    replace: Summary(
      'Replace the details of a training record',
      'Replaces what is not evidence; another value of what is evidence is refused. An `externalId` that is left ' +
        'out stays.',
    ),
  },
  without: ['archive'],
});

@Controller('training/records')
@Resource({
  one: 'a training record',
  many: 'training records',
  about: 'Training records are the evidence of what people have completed.',
})
@BusinessApi()
export class TrainingRecordsController extends Handlers {
  constructor(private readonly records: TrainingRecordsService) {
    super(records);
  }

  @Delete(':id')
  @WritesOfPerson()
  @Summary(
    'Void a training record',
    'Keeps the record with the reason and counts it no more; it can be restored. It keeps its `externalId`: set ' +
      'that to null before, where another record is to have it.',
  )
  @ReturnsNothing()
  void(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(voidTrainingRecordSchema) { reason }: VoidTrainingRecord,
    @IfMatch() precondition: Precondition,
  ) {
    return this.records.void(company, id, precondition, reason);
  }
}
