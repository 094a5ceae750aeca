import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company } from '@safety/auth-guard';
import {
  type CompanyContext,
  emergencyContactSchema,
  MAX_EMERGENCY_CONTACTS,
  pageOf,
  type SaveEmergencyContact,
  saveEmergencyContactSchema,
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
  TakesAddition,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { z } from 'zod';
import { EmergencyContactsService } from './emergency-contacts.service.js';
import { ReadsSensitive, WritesSensitive } from './sensitive-handlers.js';

/** A person has few of them: all are answered at once. */
const noQuerySchema = z.strictObject({});

@Controller('personnel/:id/emergencycontacts')
@Resource({ one: 'an emergency contact', many: 'emergency contacts', group: 'personnel' })
@BusinessApi()
export class EmergencyContactsController {
  constructor(private readonly contacts: EmergencyContactsService) {}

  @Get()
  @ReadsSensitive()
  @RecordsReads()
  @Returns(pageOf(emergencyContactSchema, { asOf: 'When the contacts were read.' }))
  list(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(noQuerySchema) _query: Record<string, never>,
  ) {
    return this.contacts.list(company, id);
  }

  @Post()
  @WritesSensitive()
  @Summary(
    'Add an emergency contact',
    `Adds an emergency contact; the answer has the new id. A person has ${MAX_EMERGENCY_CONTACTS} at most, each with ` +
      'a priority of its own.',
  )
  @Returns(emergencyContactSchema, {
    status: 201,
    location: '/personnel/{personnelId}/emergencycontacts/{id}',
    errors: ['duplicate'],
  })
  add(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesAddition(saveEmergencyContactSchema) change: Change<SaveEmergencyContact>,
  ) {
    return this.contacts.add(company, id, change);
  }

  @Get(':contactId')
  @ReadsSensitive()
  @RecordsReads()
  @Returns(emergencyContactSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string, @TakesId('contactId') contactId: string) {
    return this.contacts.get(company, id, contactId);
  }

  @Put(':contactId')
  @WritesSensitive()
  @Returns(emergencyContactSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesId('contactId') contactId: string,
    @TakesChange(saveEmergencyContactSchema) change: Change<SaveEmergencyContact>,
  ) {
    return this.contacts.change(company, id, contactId, change);
  }

  @Patch(':contactId')
  @WritesSensitive()
  @Returns(emergencyContactSchema, { errors: ['duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesId('contactId') contactId: string,
    @TakesMergePatch(saveEmergencyContactSchema) change: Change<SaveEmergencyContact>,
  ) {
    return this.contacts.change(company, id, contactId, change);
  }

  @Delete(':contactId')
  @WritesSensitive()
  @Summary(
    'Delete an emergency contact',
    'Removes the contact for good: it is not archived, and nothing brings it back. Its change record stays for ' +
      '30 days, without the values of sensitive members; as long as that, a second call is 204 too.',
  )
  @ReturnsNothing({ errors: ['archived'] })
  delete(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesId('contactId') contactId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.contacts.delete(company, id, contactId, precondition);
  }
}
