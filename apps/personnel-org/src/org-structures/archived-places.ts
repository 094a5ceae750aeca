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

  /** The org structures of the records of a person that count on a date, or are going to. */
  async ofPerson({ companyId }: CompanyActor, personnelId: string, today: string): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT DISTINCT org_structure_id AS id FROM work_history AS w
      WHERE company_id = $1 AND personnel_id = $2 AND employment_status <> 'terminated'
        AND (effective_date > $3 OR NOT EXISTS (SELECT FROM work_history AS later
          WHERE later.company_id = $1 AND later.personnel_id = $2
            AND later.effective_date > w.effective_date AND later.effective_date <= $3))`;
    return (await execute<{ id: string }>(client, text, [companyId, personnelId, today])).rows.map(
      ({ id }) => id,
    );
  }
}
