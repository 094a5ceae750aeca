import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type ChangeTrainingRecord,
  type CompanyContext,
  changeTrainingRecordSchema,
  type ListChanges,
  type ListTrainingRecords,
  listChangesSchema,
  listTrainingRecordsSchema,
  pageOf,
  recordedChangesSchema,
  type SaveTrainingRecord,
  saveTrainingRecordSchema,
  trainingRecordSchema,
  type VoidTrainingRecord,
  voidTrainingRecordSchema,
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
import { TrainingRecordRows } from './training-records.rows.js';
import { TrainingRecordsService } from './training-records.service.js';

@Controller('training/records')
@Resource({
  one: 'a training record',
  many: 'training records',
  about: 'Training records are the evidence of what people have completed.',
})
@BusinessApi()
export class TrainingRecordsController {
  constructor(
    private readonly rows: TrainingRecordRows,
    private readonly records: TrainingRecordsService,
  ) {}

  @Get()
  @Requires('training.read')
  @Returns(pageOf(trainingRecordSchema))
  list(
    @Company() company: CompanyContext,
    @TakesQuery(listTrainingRecordsSchema) query: ListTrainingRecords,
  ) {
    return this.records.page(company, query);
  }

  @Post()
  @Requires('training.write')
  @Returns(trainingRecordSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveTrainingRecordSchema) record: SaveTrainingRecord) {
    return this.records.add(company, record);
  }

  @Get(':id')
  @Requires('training.read')
  @Returns(trainingRecordSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.records.get(company, id);
  }

  @Get(':id/audit')
  @Requires('training.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @Requires('training.write')
  @Summary(
    'Replace the details of a training record',
    'Replaces what is not evidence; another value of what is evidence is refused.',
  )
  @Returns(trainingRecordSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(changeTrainingRecordSchema) change: Change<ChangeTrainingRecord>,
  ) {
    return this.records.change(company, id, change);
  }

  @Patch(':id')
  @Requires('training.write')
  @Returns(trainingRecordSchema, { errors: ['duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(changeTrainingRecordSchema) change: Change<ChangeTrainingRecord>,
  ) {
    return this.records.change(company, id, change);
  }

  @Delete(':id')
  @Requires('training.write')
  @Summary(
    'Void a training record',
    'Keeps the record with the reason and counts it no more; it can be restored.',
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

  @Put(':id/restore')
  @Requires('training.write')
  @Returns(trainingRecordSchema, { errors: ['duplicate'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.records.restore(company, id, precondition);
  }
}
