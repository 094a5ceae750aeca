import { Injectable } from '@nestjs/common';
import { type AssociateState, type CompanyContext, type FieldError, reachOf } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest, limitOf, referenceFaults } from '@safety/persistence';

/** The associates of a company, as personnel-org publishes them. */
@Injectable()
export class Associates {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The errors of an associate that a body names; one out of sight is not there. An associate of no org
   * structure is in sight of roles that count everywhere alone.
   */
  async faults(company: CompanyContext, pointer: string, id: string | null): Promise<FieldError[]> {
    if (id === null) return [];
    const { client } = this.transactions.current(company.companyId);
    const limit = limitOf(reachOf(company, 'associates.read'));
    const text = `SELECT a.id, a.archived FROM associates AS a WHERE a.company_id = $1 AND a.id = $2
      AND ($3::uuid[] IS NULL OR EXISTS (
        SELECT FROM org_structures AS o
        WHERE o.company_id = $1 AND o.id = ANY(a.org_structure_ids) AND o.path_ids && $3))`;
    const values = [company.companyId, id, limit];
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, values);
    const known = new Map(rows.map((row) => [row.id, row.archived]));
    return referenceFaults('associate', [{ pointer, id }], known);
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, state: AssociateState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await keepNewest(client, 'associates', ['company_id', 'id'], {
      company_id: companyId,
      id: state.id,
      version: state.version,
      org_structure_ids: state.orgStructureIds,
      archived: state.archived,
    });
  }
}
