import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListServiceClients, Page } from '@safety/contracts';
import { type ServiceClientView, ServiceClientViews } from './service-client-views.js';
import { ServiceClientRows } from './service-clients.rows.js';

/** Clients of the company; identity registers and changes them. */
@Injectable()
export class ServiceClientsService {
  constructor(
    private readonly clients: ServiceClientRows,
    private readonly views: ServiceClientViews,
  ) {}

  async page(company: CompanyContext, query: ListServiceClients): Promise<Page<ServiceClientView>> {
    const page = await this.clients.page(company, query, this.clients.filters(query));
    return this.views.page(company, page);
  }

  async get(company: CompanyContext, id: string): Promise<ServiceClientView> {
    return this.views.one(company, await this.clients.get(company, id));
  }
}
