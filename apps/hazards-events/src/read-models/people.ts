import { Injectable } from '@nestjs/common';
import type { PersonnelState } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

/** What is known of a person. */
export interface Person {
  id: string;
  archived: boolean;
}

/** The people of a company, as personnel-org told them. */
@Injectable()
export class People {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find(companyId: string, ids: readonly string[]): Promise<Map<string, Person>> {
    if (ids.length === 0) return new Map();
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT id, archived FROM personnel WHERE company_id = $1 AND id = ANY($2)';
    const { rows } = await execute<Person>(client, text, [companyId, ids]);
    return new Map(rows.map((person) => [person.id, person]));
  }

  /** The active personnel record of a user, or none. Of several, which nothing forbids, always the same. */
  async idOfUser(companyId: string, userId: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id FROM personnel WHERE company_id = $1 AND user_id = $2 AND NOT archived
      ORDER BY id LIMIT 1`;
    const { rows } = await execute<{ id: string }>(client, text, [companyId, userId]);
    return rows[0]?.id ?? null;
  }

  /** Keeps a state unless a newer one is known: messages may come twice and in any order. */
  async keep(companyId: string, person: PersonnelState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO personnel (company_id, id, version, display_name, user_id, org_structure_id, archived)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (company_id, id) DO UPDATE SET version = excluded.version, display_name = excluded.display_name,
        user_id = excluded.user_id, org_structure_id = excluded.org_structure_id, archived = excluded.archived
      WHERE personnel.version < excluded.version`;
    const { id, version, displayName, userId, orgStructureId, archived } = person;
    await execute(client, text, [companyId, id, version, displayName, userId, orgStructureId, archived]);
  }
}
