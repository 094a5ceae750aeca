import { Controller, Get } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  auditedChangesSchema,
  type CompanyContext,
  type ListAudit,
  listAuditSchema,
} from '@safety/contracts';
import { Resource, Returns, Summary, TakesQuery } from '@safety/platform';
import { AuditService } from './audit.service.js';

@Controller('audit')
@Resource({
  one: 'a change',
  many: 'changes',
  group: 'Audit',
  about: 'Who changed users, roles and settings of the company, and how; kept for 400 days.',
})
@AdministrationApi()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @RequiresEverywhere('company.manage')
  @Summary('List the changes in the company', 'One page, the newest change first.')
  @Returns(auditedChangesSchema)
  list(@Company() company: CompanyContext, @TakesQuery(listAuditSchema) query: ListAudit) {
    return this.audit.page(company, query);
  }
}
