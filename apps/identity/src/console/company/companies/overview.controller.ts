import { Controller, Get } from '@nestjs/common';
import type { companySettingsSchema } from '@safety/contracts';
import type { z } from 'zod';
import { consolePaths } from '../../../paths/console.js';
import type { Answer } from '../../visit/visit.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { overviewPage } from './overview.page.js';

/** The company as every member sees it. */
@Controller(`${consolePaths.companies}/:companyId`)
@CompanyPages()
export class OverviewController {
  @Get()
  async show(@CurrentCompany() company: CompanyVisit): Promise<Answer> {
    // A suspended company is listed, and lets nobody in.
    const settings = await company.accounts.getIfAllowed<z.output<typeof companySettingsSchema>>('/company');
    return company.show(overviewPage(company, settings));
  }
}
