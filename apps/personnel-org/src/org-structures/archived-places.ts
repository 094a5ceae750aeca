import { Injectable } from '@nestjs/common';
import { type CompanyContext, mayAnywhere } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { refuseArchived } from '../in-use/in-use.js';

/** The archived org structures that a write would give active people or associates. Nobody works there. */
@Injectable()
export class ArchivedPlaces {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Throws 409 `archived` when one of these org structures is; they stay as they are for the transaction. */
  async refuse(company: CompanyContext, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { client } = this.transactions.current(company.companyId);
    const text =
      'SELECT id, archived FROM org_structures WHERE company_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE';
    type Place = { id: string; archived: boolean };
    const { rows } = await execute<Place>(client, text, [company.companyId, ids]);
    const readable = mayAnywhere(company, 'orgstructures.read');
    refuseArchived(
      'An org structure of the record that would count again is archived: restore it first.',
      rows.flatMap(({ id, archived }) => (archived ? [{ resource: 'orgstructures', id, readable }] : [])),
    );
  }
}
