import { Injectable } from '@nestjs/common';
import type { OrgStructureState, Reach } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';

/** What is known of a place. */
export interface Place {
  id: string;
  path: string;
  pathIds: string[];
  archived: boolean;
}

/** Whether a place lies where a permission counts. */
export const reaches = (reach: Reach, { pathIds }: Place): boolean =>
  reach === 'everywhere' || pathIds.some((id) => reach.includes(id));

/** The places of a company, as personnel-org told them. */
@Injectable()
export class Places {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find(companyId: string, ids: readonly string[]): Promise<Map<string, Place>> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id, path, path_ids AS "pathIds", archived FROM org_structures
      WHERE company_id = $1 AND id = ANY($2)`;
    const { rows } = await execute<Place>(client, text, [companyId, ids]);
    return new Map(rows.map((place) => [place.id, place]));
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, place: OrgStructureState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { id, version, name, path, pathIds, archived } = place;
    const row = { company_id: companyId, id, version, name, path, path_ids: pathIds, archived };
    await keepNewest(client, 'org_structures', ['company_id', 'id'], row);
  }
}
