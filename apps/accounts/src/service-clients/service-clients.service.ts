import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListServiceClients, Page, serviceClientSchema } from '@safety/contracts';
import type { z } from 'zod';
import { RoleAssignmentViews } from '../role-assignments/role-assignment-views.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import type { ServiceClient } from './service-client.entity.js';
import { ServiceClientRows } from './service-clients.rows.js';

export type ServiceClientView = ServiceClient & Pick<z.input<typeof serviceClientSchema>, 'assignments'>;

/** Clients of the company with the roles that they hold; identity registers and changes them. */
@Injectable()
export class ServiceClientsService {
  constructor(
    private readonly clients: ServiceClientRows,
    private readonly assignments: RoleAssignmentRows,
    private readonly assignmentViews: RoleAssignmentViews,
  ) {}

  async page(company: CompanyContext, query: ListServiceClients): Promise<Page<ServiceClientView>> {
    const { data, page } = await this.clients.page(company, query, this.clients.filters(query));
    return { data: await this.viewsOf(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<ServiceClientView> {
    const [view] = await this.viewsOf(company, [await this.clients.get(company, id)]);
    if (!view) throw new Error('A row has no view');
    return view;
  }

  private async viewsOf(company: CompanyContext, clients: readonly ServiceClient[]) {
    const ids = clients.map(({ id }) => id);
    const rows = await this.assignments.heldByClients(company, ids);
    const held = Map.groupBy(await this.assignmentViews.of(company, rows), ({ clientId }) => clientId);
    return clients.map((client) => ({ ...client, assignments: held.get(client.id) ?? [] }));
  }
}
