import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type AddPersonnel,
  addPersonnelSchema,
  type CompanyContext,
  type ListChanges,
  type ListPersonnel,
  listChangesSchema,
  listPersonnelSchema,
  pageOf,
  personnelSchema,
  recordedChangesSchema,
  type SavePersonnel,
  savePersonnelSchema,
} from '@safety/contracts';
import {
  type Change,
  Resource,
  Returns,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { NewPersonnelService } from './new-personnel.service.js';
import { PersonnelService } from './personnel.service.js';

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
  ) {}

  @Get()
  @Requires('personnel.read')
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
  @Returns(personnelSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.personnel.get(company, id);
  }

  /** The changes of the person in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('personnel.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
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
}
