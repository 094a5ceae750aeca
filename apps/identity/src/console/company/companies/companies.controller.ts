import { Controller, Get, Req } from '@nestjs/common';
import type { Page } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { companyPaths } from '../../../paths/company-pages.js';
import { consolePaths } from '../../../paths/console.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { Answer, Visit } from '../../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../../visit/visited-page.js';
import { wordOf } from '../query.js';
import type { MyCompany } from '../visit/company-visit.js';
import { CompanyVisits } from '../visit/company-visits.js';
import { companiesPage } from './companies.page.js';

/** On one page. */
const LIMIT = 50;

/**
 * The companies of the user; who belongs to one alone is led there. An invitation is for the user to open:
 * the company learns of the user by the first request in it.
 */
@Controller(consolePaths.companies)
@VisitedPage()
export class CompaniesController {
  constructor(private readonly companies: CompanyVisits) {}

  @Get()
  async list(@CurrentVisit() visit: Visit, @Req() request: FastifyRequest): Promise<Answer> {
    const { q, cursor, all, done } = request.query as Record<string, unknown>;
    const search = wordOf(q);
    const accounts = await this.companies.accounts(visit);
    try {
      const found = await accounts.get<Page<MyCompany>>('/companies/me', {
        limit: LIMIT,
        q: search || undefined,
        cursor: wordOf(cursor) || undefined,
      });
      const [only, ...more] = found.data;
      const isAsked = [all, cursor, done].some((given) => given !== undefined);
      const isChoice = isAsked || search !== '' || more.length > 0;
      if (only && !isChoice && visit.hasAccepted(only.id)) return visit.goTo(companyPaths(only.id).company);
      return visit.show(companiesPage(visit, { search, found }));
    } catch (error) {
      if (!isWrongQuery(error)) throw error;
      // A cursor that is over begins the list again; a search that cannot be made says so.
      if (cursor !== undefined) return visit.goTo(`${consolePaths.companies}?all`);
      return visit.show(companiesPage(visit, { search, found: undefined }), 422);
    }
  }
}
