import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  associateSchema,
  type CompanyContext,
  type ListAssociates,
  type ListChanges,
  listAssociatesSchema,
  listChangesSchema,
  pageOf,
  recordedChangesSchema,
  type SaveAssociate,
  saveAssociateSchema,
} from '@safety/contracts';
import {
  type IdentifiedChange,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { AssociateRows } from './associates.rows.js';
import { AssociatesService } from './associates.service.js';

@Controller('associate')
@Resource({
  one: 'an associate',
  many: 'associates',
  about: 'Associates work with a company without being on its personnel: contractors, visitors and others.',
})
@BusinessApi()
export class AssociatesController {
  constructor(
    private readonly rows: AssociateRows,
    private readonly associates: AssociatesService,
  ) {}

  @Get('details')
  @Requires('associates.read')
  @Returns(pageOf(associateSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listAssociatesSchema) query: ListAssociates) {
    return this.associates.page(company, query);
  }

  @Post()
  @Requires('associates.write')
  @Returns(associateSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveAssociateSchema) associate: SaveAssociate) {
    return this.associates.add(company, associate);
  }

  /** The specification puts the id into the body. */
  @Put()
  @Requires('associates.write')
  @Returns(associateSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesChange(saveAssociateSchema, { idIn: 'body' }) change: IdentifiedChange<SaveAssociate>,
  ) {
    return this.associates.change(company, change);
  }

  @Get(':id')
  @Requires('associates.read')
  @Returns(associateSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.associates.get(company, id);
  }

  /** The changes of the associate in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('associates.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Delete(':id')
  @Requires('associates.write')
  @ReturnsNothing()
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.associates.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('associates.write')
  @Returns(associateSchema, { errors: ['duplicate'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.associates.restore(company, id, precondition);
  }
}
