import { Controller, Get } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListServiceClients,
  listServiceClientsSchema,
  pageOf,
  serviceClientSchema,
} from '@safety/contracts';
import { Resource, Returns, TakesId, TakesQuery } from '@safety/platform';
import { ServiceClientsService } from './service-clients.service.js';

@Controller('serviceclients')
@Resource({
  one: 'a service client',
  many: 'service clients',
  about:
    'Service clients are the API clients of the company. With `client_credentials` one acts for the company ' +
    'as itself, by the roles of its role assignments.',
})
@AdministrationApi()
export class ServiceClientsController {
  constructor(private readonly clients: ServiceClientsService) {}

  @Get()
  @RequiresEverywhere('roles.manage')
  @Returns(pageOf(serviceClientSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listServiceClientsSchema) query: ListServiceClients) {
    return this.clients.page(company, query);
  }

  @Get(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(serviceClientSchema, { etag: 'version and content' })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.clients.get(company, id);
  }
}
