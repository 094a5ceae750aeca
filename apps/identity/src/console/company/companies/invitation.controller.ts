import { Controller, Get, Param, Post } from '@nestjs/common';
import { companyPaths } from '../../../paths/company-pages.js';
import { consolePaths } from '../../../paths/console.js';
import type { Answer, Visit } from '../../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../../visit/visited-page.js';
import { CompanyVisits } from '../visit/company-visits.js';
import { invitationPage } from './invitation.page.js';

/** Asks before the first request in a company, which accepts its invitation: a link alone must not. */
@Controller(`${consolePaths.companies}/:companyId/invitation`)
@VisitedPage()
export class InvitationController {
  constructor(private readonly companies: CompanyVisits) {}

  @Get()
  async show(@CurrentVisit() visit: Visit, @Param('companyId') companyId: string): Promise<Answer> {
    const company = await this.companies.invitation(visit, companyId);
    if (!company) return visit.goTo(companyPaths(companyId).company);
    return visit.show(invitationPage(visit, company));
  }

  @Post()
  async accept(@CurrentVisit() visit: Visit, @Param('companyId') companyId: string): Promise<Answer> {
    await this.companies.accept(visit, companyId);
    return visit.goTo(companyPaths(companyId).company);
  }
}
