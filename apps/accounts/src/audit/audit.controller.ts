import { Controller, Get } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  auditedChangesSchema,
  type CompanyContext,
  type ExportAudit,
  exportAuditSchema,
  exportedChangeSchema,
  type ListAudit,
  listAuditSchema,
} from '@safety/contracts';
import { Resource, Returns, ReturnsLines, Summary, TakesQuery } from '@safety/platform';
import { AuditService } from './audit.service.js';
import { AuditExport } from './audit-export.js';

@Controller('audit')
@Resource({
  one: 'a change',
  many: 'changes',
  group: 'Audit',
  about: 'Who changed users, roles and settings of the company, and how; kept for 400 days.',
})
@AdministrationApi()
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly exports: AuditExport,
  ) {}

  @Get()
  @RequiresEverywhere('company.manage')
  @Summary('List the audit trail of the company', 'One page, the newest change first.')
  @Returns(auditedChangesSchema)
  list(@Company() company: CompanyContext, @TakesQuery(listAuditSchema) query: ListAudit) {
    return this.audit.page(company, query);
  }

  @Get('export')
  @RequiresEverywhere('company.manage')
  @Summary(
    'Export the audit trail of the company',
    'Streams all changes until now, the oldest first, one JSON object a line.',
  )
  @ReturnsLines(exportedChangeSchema)
  export(@Company() company: CompanyContext, @TakesQuery(exportAuditSchema) query: ExportAudit) {
    return this.exports.stream(company, query);
  }
}
