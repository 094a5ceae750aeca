import { Injectable } from '@nestjs/common';
import type { OrgStructureState } from '@safety/contracts';
import { CompanyTransactions, keepNewest } from '@safety/persistence';

/** The org structures of a company, as personnel-org publishes them. */
@Injectable()
export class OrgStructureReadModel {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: OrgStructureState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { id, version, name, path, pathIds, archived } = state;
    const row = { company_id: companyId, id, version, name, path, path_ids: pathIds, archived };
    await keepNewest(client, 'org_structures', ['company_id', 'id'], row);
  }
}
