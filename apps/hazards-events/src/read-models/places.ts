import { Injectable } from '@nestjs/common';
import type { OrgStructureState, Reach } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

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

  /** Keeps a state unless a newer one is known: messages may come twice and in any order. */
  async keep(companyId: string, place: OrgStructureState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO org_structures (company_id, id, version, name, path, path_ids, archived)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (company_id, id) DO UPDATE SET version = excluded.version, name = excluded.name,
        path = excluded.path, path_ids = excluded.path_ids, archived = excluded.archived
      WHERE org_structures.version < excluded.version`;
    const { id, version, name, path, pathIds, archived } = place;
    await execute(client, text, [companyId, id, version, name, path, pathIds, archived]);
  }
}
