import { Injectable } from '@nestjs/common';
import type { OrgStructureState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';

/** The org structures of a company, as personnel-org publishes them. */
@Injectable()
export class OrgStructureReadModel {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** The time zone of an org structure or the nearest one above, or none where that of the company counts. */
  async timeZoneOf(companyId: string, id: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT above.time_zone AS "timeZone" FROM org_structures AS own
      JOIN org_structures AS above ON above.company_id = $1 AND above.id = ANY (own.path_ids)
      WHERE own.company_id = $1 AND own.id = $2 AND above.time_zone IS NOT NULL
      ORDER BY array_position(own.path_ids, above.id) DESC LIMIT 1`;
    const { rows } = await execute<{ timeZone: string | null }>(client, text, [companyId, id]);
    return rows[0]?.timeZone ?? null;
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: OrgStructureState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { id, version, name, path, pathIds, timeZone, archived } = state;
    const row = {
      company_id: companyId,
      id,
      version,
      name,
      path,
      path_ids: pathIds,
      time_zone: timeZone,
      archived,
    };
    await keepNewest(client, 'org_structures', ['company_id', 'id'], row);
  }
}
