import { Injectable } from '@nestjs/common';
import type { OrgStructureState } from '@safety/contracts';
import { CompanyTransactions, keepNewest } from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';

/** The org structures of a company, as personnel-org publishes them. */
@Injectable()
export class OrgStructureReadModel {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly due: DuePeople,
  ) {}

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: OrgStructureState): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    await keepNewest(client, 'org_structures', ['company_id', 'id'], {
      company_id: companyId,
      id: state.id,
      version: state.version,
      item_id: state.itemId,
      name: state.name,
      path: state.path,
      path_ids: state.pathIds,
      archived: state.archived,
      applied_at: await startedAt,
    });
    await this.due.addAtOrBelow(companyId, state.id);
  }
}
