import { Injectable } from '@nestjs/common';
import type { OrgStructureState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';
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
    const isNews = await keepNewest(client, 'org_structures', ['company_id', 'id'], {
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
    if (!isNews) return;
    await execute(client, formerlyThereSql, [companyId, state.id, await startedAt]);
    await this.due.addAtOrBelow(companyId, state.id);
  }
}

/** Those who worked there before: their days of grace may begin on another day. */
const formerlyThereSql = `
  UPDATE personnel SET applied_at = $3 WHERE company_id = $1 AND id IN (
    SELECT p.id FROM org_structures AS o
    JOIN former_places AS f ON f.company_id = $1 AND f.org_structure_id = o.id
    JOIN personnel AS p ON p.company_id = $1 AND p.id = f.personnel_id
    WHERE o.company_id = $1 AND o.path_ids @> ARRAY[$2::uuid]
    ORDER BY p.id FOR NO KEY UPDATE OF p)`;
