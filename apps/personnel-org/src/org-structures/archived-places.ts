import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError } from '@safety/platform';

/** The archived org structures that a write would give active people or associates. Nobody works there. */
@Injectable()
export class ArchivedPlaces {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Throws 409 `archived` when one of these org structures is; they stay as they are for the transaction. */
  async refuse(company: CompanyActor, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { client } = this.transactions.current(company.companyId);
    const text =
      'SELECT archived FROM org_structures WHERE company_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE';
    const { rows } = await execute<{ archived: boolean }>(client, text, [company.companyId, ids]);
    if (!rows.some(({ archived }) => archived)) return;
    throw new ProblemError('archived', {
      detail: 'An org structure of the record that would count again is archived: restore it first.',
    });
  }
}
