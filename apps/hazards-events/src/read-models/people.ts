import { Injectable } from '@nestjs/common';
import type { FieldError, PersonnelState } from '@safety/contracts';
import {
  CompanyTransactions,
  execute,
  keepNewest,
  type NamedRow,
  referenceFaults,
} from '@safety/persistence';

/** The people of a company, as personnel-org publishes them. */
@Injectable()
export class People {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** The errors of the people that a body names. */
  async faults(companyId: string, named: readonly NamedRow[]): Promise<FieldError[]> {
    if (named.length === 0) return [];
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT id, archived FROM personnel WHERE company_id = $1 AND id = ANY($2)';
    const ids = named.map(({ id }) => id);
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, [companyId, ids]);
    return referenceFaults('person', named, new Map(rows.map(({ id, archived }) => [id, archived])));
  }

  /** The active personnel record of a user, or none. Of several, which nothing forbids, always the same. */
  async idOfUser(companyId: string, userId: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id FROM personnel WHERE company_id = $1 AND user_id = $2 AND NOT archived
      ORDER BY id LIMIT 1`;
    const { rows } = await execute<{ id: string }>(client, text, [companyId, userId]);
    return rows[0]?.id ?? null;
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, person: PersonnelState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await keepNewest(client, 'personnel', ['company_id', 'id'], {
      company_id: companyId,
      id: person.id,
      version: person.version,
      display_name: person.displayName,
      user_id: person.userId,
      org_structure_id: person.orgStructureId,
      archived: person.archived,
    });
  }
}
