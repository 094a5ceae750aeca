import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddWorkHistory,
  addWorkHistorySchema,
  type ChangedHistoryDate,
  type CompanyContext,
  changedHistoryDateSchema,
  type HistoryDate,
  historyDateSchema,
  type ListWorkHistory,
  listWorkHistorySchema,
  pageOf,
  type SaveWorkHistory,
  saveWorkHistorySchema,
  workHistorySchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesAddition,
  TakesChange,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { PersonHistoryService } from './person-history.service.js';

const WRITE_TERMS =
  'It has to count at the place of the person, and at those of all days that change, before and after. A move is ' +
  'refused that gives the caller `personnel.sensitive`, `personnel.archive` or `training.write` there.';

@Controller('personnel/:id/history')
@Resource({ one: 'a work history record', many: 'work history records', group: 'personnel' })
@BusinessApi()
export class PersonHistoryController {
  constructor(private readonly history: PersonHistoryService) {}

  @Get()
  @Requires('personnel.read')
  @Returns(pageOf(workHistorySchema, { asOf: 'When the records were read.' }))
  list(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listWorkHistorySchema) query: ListWorkHistory,
  ) {
    return this.history.list(company, id, query);
  }

  @Post()
  @Requires('personnel.write', WRITE_TERMS)
  @Returns(workHistorySchema, {
    status: 201,
    location: '/personnel/{personnelId}/history?date={effectiveDate}',
    errors: ['duplicate', 'history-date-exists'],
  })
  add(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesAddition(addWorkHistorySchema, { ifMatch: true }) change: Change<AddWorkHistory>,
  ) {
    return this.history.add(company, id, change);
  }

  @Put()
  @Requires('personnel.write', WRITE_TERMS)
  @Summary(
    'Replace a work history record',
    'The query names the record by its date, or the body does. When both do and differ, the record moves to the ' +
      'date of the body.',
  )
  @Returns(workHistorySchema, { errors: ['history-date-not-found', 'history-date-exists', 'duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(changedHistoryDateSchema) { date }: ChangedHistoryDate,
    @TakesChange(saveWorkHistorySchema) change: Change<SaveWorkHistory>,
  ) {
    return this.history.change(company, id, date, change);
  }

  @Delete()
  @Requires('personnel.write', WRITE_TERMS)
  @Summary(
    'Delete a work history record',
    'Removes the record of a date for good. The first record, which begins on the hire date, stays.',
  )
  @ReturnsNothing({
    errors: ['archived', 'history-date-not-found', 'first-history-record', 'last-history-record'],
  })
  delete(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(historyDateSchema) { date }: HistoryDate,
    @IfMatch() precondition: Precondition,
  ) {
    return this.history.delete(company, id, date, precondition);
  }
}
