import { Controller, Get, Req } from '@nestjs/common';
import { isId, type Page } from '@safety/contracts';
import { notFound, TakesId } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { consolePaths } from '../../../paths/console.js';
import { allOf } from '../../api/all-of.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { Answer } from '../../visit/visit.js';
import { pathsOf } from '../places/places.js';
import { wordOf } from '../query.js';
import type { CompanyRole } from '../roles/role-form.page.js';
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
    const parameters = query as Record<string, unknown>;
    const [cursor, role] = [wordOf(parameters['cursor']), wordOf(parameters['role'])];
    if (role !== '') return this.showHolders(company, role);
    try {
      const found = await company.accounts.get<Page<ServiceClient>>('/serviceclients', {
        limit: LIMIT,
        cursor: cursor || undefined,
      });
      const { data, page } = found;
      return company.show(serviceClientsPage(company, { data, nextCursor: page.nextCursor }));
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

  /** The clients that hold a role. Throws 404 for one that is none. */
  private async showHolders(company: CompanyVisit, roleId: string): Promise<Answer> {
    if (!isId(roleId)) throw notFound('role');
    const { accounts } = company;
    const role = await accounts.get<CompanyRole>(`/roles/${roleId}`);
    const clients = (await allOf<ServiceClient>(accounts, '/serviceclients')) ?? [];
    const data = clients.filter(({ assignments }) => assignments.some((held) => held.roleId === role.id));
    return company.show(serviceClientsPage(company, { data, role }));
  }
}
