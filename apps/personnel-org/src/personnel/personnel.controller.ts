import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddPersonnel,
  type ArchivePersonnel,
  addPersonnelSchema,
  archivePersonnelSchema,
  type CompanyContext,
  type GetPersonnel,
  getPersonnelSchema,
  type ListPersonnel,
  type ListPersonnelAudit,
  listPersonnelAuditSchema,
  listPersonnelSchema,
  pageOf,
  personnelAuditSchema,
  personnelDetailsSchema,
  personnelSchema,
  type SavePersonnel,
  savePersonnelSchema,
} from '@safety/contracts';
import { RecordsReads } from '@safety/persistence';
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
import { NewPersonnelService } from './new-personnel.service.js';
import { PersonnelService } from './personnel.service.js';
import { PersonnelArchiveService } from './personnel-archive.service.js';

@Controller('personnel')
@Resource({
  one: 'a person',
  many: 'people',
  group: 'personnel',
  about: 'Personnel are the people who work in the company, with what their work history says today.',
})
@BusinessApi()
export class PersonnelController {
  constructor(
    private readonly personnel: PersonnelService,
    private readonly newPersonnel: NewPersonnelService,
    private readonly archives: PersonnelArchiveService,
  ) {}

  @Get()
  @Requires('personnel.read')
  @RecordsReads()
  @Returns(pageOf(personnelSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listPersonnelSchema) query: ListPersonnel) {
    return this.personnel.page(company, query);
  }

  @Post()
  @Requires('personnel.write')
  @Returns(personnelSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(addPersonnelSchema) person: AddPersonnel) {
    return this.newPersonnel.add(company, person);
  }

  @Get(':id')
  @Requires('personnel.read')
  @RecordsReads()
  @Returns(personnelDetailsSchema)
  get(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(getPersonnelSchema) query: GetPersonnel,
  ) {
    return this.personnel.get(company, id, query);
  }

  @Get(':id/audit')
  @Summary(
    'List the changes of a person',
    'The changes of the last 30 days and their authors, the newest first. With `kind=reads` who ever read which ' +
      'sensitive members, without their values.',
  )
  @Requires('personnel.read')
  @Returns(personnelAuditSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listPersonnelAuditSchema) query: ListPersonnelAudit,
  ) {
    return this.personnel.audit(company, id, query);
  }

  @Put(':id')
  @Requires('personnel.write')
  @Returns(personnelSchema, { errors: ['duplicate', 'managed-by-history', 'cycle'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(savePersonnelSchema) change: Change<SavePersonnel>,
  ) {
    return this.personnel.change(company, id, change);
  }

  @Patch(':id')
  @Requires('personnel.write')
  @Returns(personnelSchema, { errors: ['duplicate', 'managed-by-history', 'cycle'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(savePersonnelSchema) change: Change<SavePersonnel>,
  ) {
    return this.personnel.change(company, id, change);
  }

  @Delete(':id')
  @Requires('personnel.archive')
  @Summary(
    'Archive a person',
    'Takes the person out of the lists. With `reassignTo`, those who report to the person get that line manager.',
  )
  @ReturnsNothing({ errors: ['in-use', 'cycle'] })
  archive(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(archivePersonnelSchema) { reassignTo }: ArchivePersonnel,
    @IfMatch() precondition: Precondition,
  ) {
    return this.archives.archive(company, id, precondition, reassignTo);
  }

  @Put(':id/restore')
  @Requires('personnel.archive')
  @Returns(personnelSchema, { errors: ['duplicate'] })
  async restore(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    await this.archives.restore(company, id, precondition);
    return this.personnel.written(company, id);
  }
}
