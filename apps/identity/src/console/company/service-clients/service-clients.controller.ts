import { Controller, Get, Req } from '@nestjs/common';
import type { Page } from '@safety/contracts';
import { TakesId } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { consolePaths } from '../../../paths/console.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { Answer } from '../../visit/visit.js';
import { pathsOf } from '../places/places.js';
import { wordOf } from '../query.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { clientOf, type ServiceClient } from './service-clients.js';
import { serviceClientPage, serviceClientsPage } from './service-clients.page.js';

/** On one page. */
const LIMIT = 50;

/** The API clients of a company, with the roles by which they act as themselves. */
@Controller(`${consolePaths.companies}/:companyId/clients`)
@CompanyPages()
export class ServiceClientsController {
  @Get()
  async list(@CurrentCompany() company: CompanyVisit, @Req() { query }: FastifyRequest): Promise<Answer> {
    company.demand('roles');
    const cursor = wordOf((query as Record<string, unknown>)['cursor']);
    try {
      const found = await company.accounts.get<Page<ServiceClient>>('/serviceclients', {
        limit: LIMIT,
        cursor: cursor || undefined,
      });
      return company.show(serviceClientsPage(company, found));
    } catch (error) {
      // A cursor that is over begins the list again.
      if (isWrongQuery(error) && cursor !== '') return company.goTo(company.paths.clients);
      throw error;
    }
  }

  @Get(':id')
  async show(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('roles');
    const client = await clientOf(company, id);
    const placeIds = client.assignments.flatMap((held) => held.orgStructureRelationshipIds);
    return company.show(serviceClientPage(company, client, await pathsOf(company, placeIds)));
  }
}
