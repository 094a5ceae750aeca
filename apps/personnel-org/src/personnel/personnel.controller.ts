import { applyDecorators, Controller, Delete, Get, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type ArchivePersonnel,
  addPersonnelSchema,
  archivePersonnelSchema,
  type CompanyContext,
  type GetPersonnel,
  getPersonnelSchema,
  type ListPersonnelAudit,
  listPersonnelAuditSchema,
  listPersonnelSchema,
  personnelAuditSchema,
  personnelDetailsSchema,
  personnelSchema,
  savePersonnelSchema,
} from '@safety/contracts';
import { RecordsReads } from '@safety/persistence';
import {
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesId,
  TakesQuery,
} from '@safety/platform';
import { NewPersonnelService } from './new-personnel.service.js';
import { PersonAuditService } from './person-audit.service.js';
import { PersonnelService } from './personnel.service.js';
import { PersonnelArchiveService } from './personnel-archive.service.js';
import { PersonnelReadingService } from './personnel-reading.service.js';

const ARCHIVE_TERMS = 'It has to count at the place of the person.';

const Handlers = resourceHandlers({
  row: personnelSchema,
  query: listPersonnelSchema,
  body: addPersonnelSchema,
  changed: savePersonnelSchema,
  reads: applyDecorators(Requires('personnel.read'), RecordsReads()),
  writes: Requires(
    'personnel.write',
    'It has to count at the place of the person; a value for a sensitive member takes `personnel.sensitive` there.',
  ),
  errors: { change: ['duplicate', 'managed-by-history', 'cycle'] },
  without: ['get', 'audit', 'archive', 'restore'],
});

@Controller('personnel')
@Resource({
  one: 'a person',
  many: 'people',
  group: 'personnel',
  about: 'Personnel are the people who work in the company, with what their work history says today.',
})
@BusinessApi()
export class PersonnelController extends Handlers {
  constructor(
    private readonly reading: PersonnelReadingService,
    private readonly audits: PersonAuditService,
    private readonly archives: PersonnelArchiveService,
    personnel: PersonnelService,
    newPersonnel: NewPersonnelService,
  ) {
    super({
      page: (company, query) => reading.page(company, query),
      add: async (company, person) => reading.written(company, await newPersonnel.add(company, person)),
      change: (company, id, change) => personnel.change(company, id, change),
    });
  }

  @Get(':id')
  @Requires('personnel.read')
  @RecordsReads()
  @Returns(personnelDetailsSchema, { etag: 'version and content' })
  get(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(getPersonnelSchema) query: GetPersonnel,
  ) {
    return this.reading.get(company, id, query);
  }

  @Get(':id/audit')
  @Summary(
    'List the changes to a person',
    'The changes of the last 30 days and their authors, the newest first: of the person, the work history, ' +
      'emergency contacts and payroll. With `kind=reads` who ever read which sensitive members, without their values.',
  )
  @Requires('personnel.read')
  @Returns(personnelAuditSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listPersonnelAuditSchema) query: ListPersonnelAudit,
  ) {
    return this.audits.page(company, id, query);
  }

  @Delete(':id')
  @Requires('personnel.archive', ARCHIVE_TERMS)
  @Summary(
    'Archive a person',
    'Takes the person out of the lists. With `reassignTo`, those who report to the person get that line manager.',
  )
  @ReturnsNothing({ errors: ['in-use', 'cycle', 'validation-failed'] })
  archive(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(archivePersonnelSchema) { reassignTo }: ArchivePersonnel,
    @IfMatch() precondition: Precondition,
  ) {
    return this.archives.archive(company, id, precondition, reassignTo);
  }

  @Put(':id/restore')
  @Requires('personnel.archive', ARCHIVE_TERMS)
  @Returns(personnelSchema, { errors: ['archived', 'duplicate'] })
  async restore(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    await this.archives.restore(company, id, precondition);
    return this.reading.written(company, id);
  }
}
