import { Injectable } from '@nestjs/common';
import type { CompanyContext, serviceClientSchema } from '@safety/contracts';
import { Views } from '@safety/persistence';
import type { z } from 'zod';
import { RoleAssignmentViews } from '../role-assignments/role-assignment-views.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';
import type { ServiceClient } from './service-client.entity.js';

export type ServiceClientView = ServiceClient & Pick<z.input<typeof serviceClientSchema>, 'assignments'>;

/** Clients of the company with the roles that they hold. */
@Injectable()
export class ServiceClientViews extends Views<ServiceClient, ServiceClientView> {
  constructor(
    private readonly assignments: RoleAssignmentRows,
    private readonly assignmentViews: RoleAssignmentViews,
  ) {
    super();
  }

  async of(company: CompanyContext, clients: readonly ServiceClient[]): Promise<ServiceClientView[]> {
    const ids = clients.map(({ id }) => id);
    const rows = await this.assignments.heldByClients(company, ids);
    const held = Map.groupBy(await this.assignmentViews.of(company, rows), ({ clientId }) => clientId);
    return clients.map((client) => ({ ...client, assignments: held.get(client.id) ?? [] }));
  }
}
