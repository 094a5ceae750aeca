import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError } from '@safety/contracts';
import { archivedRow, CompanyTransactions, execute, unknownRow } from '@safety/persistence';
import { ProblemError } from '@safety/platform';

const POINTER = '/lineManagerId';

/** Checks who is to be a line manager. */
@Injectable()
export class LineManagers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Two changes of line managers that are harmless alone can close a circle together. */
  takeTurns({ companyId }: CompanyContext): Promise<void> {
    return this.transactions.takeTurns(companyId, 'line-managers');
  }

  /** The errors of a manager who is not an active person of the company. */
  async faults({ companyId }: CompanyContext, managerId: string | null): Promise<FieldError[]> {
    if (managerId === null) return [];
    const { client } = this.transactions.current(companyId);
    const text = `SELECT archived OR employment_status IS NOT DISTINCT FROM 'terminated' AS gone
      FROM personnel_today WHERE company_id = $1 AND id = $2`;
    const { rows } = await execute<{ gone: boolean }>(client, text, [companyId, managerId]);
    const [manager] = rows;
    if (!manager) return [unknownRow(POINTER, 'person')];
    return manager.gone ? [{ ...archivedRow(POINTER, 'person'), detail: 'The person is not active.' }] : [];
  }

  /** The people who report to a person and have not left. */
  async activeReports(
    { companyId }: CompanyContext,
    managerId: string,
  ): Promise<{ id: string; placeIds: string[] | null }[]> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT id, place_ids AS "placeIds" FROM personnel_today WHERE company_id = $1
      AND line_manager_id = $2 AND NOT archived AND employment_status IS DISTINCT FROM 'terminated' ORDER BY id`;
    const values = [companyId, managerId];
    return (await execute<{ id: string; placeIds: string[] | null }>(client, text, values)).rows;
  }

  /**
   * Throws 422 `cycle` when the manager is the person, or reports to the person through however many others.
   */
  async checkCycle({ companyId }: CompanyContext, personId: string, managerId: string): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `
      WITH RECURSIVE above AS (
        SELECT $3::uuid AS id
        UNION
        SELECT p.line_manager_id FROM above JOIN personnel AS p ON p.company_id = $1 AND p.id = above.id
        WHERE p.line_manager_id IS NOT NULL
      )
      SELECT 1 FROM above WHERE id = $2`;
    const { rowCount } = await execute(client, text, [companyId, personId, managerId]);
    if (rowCount === 0) return;
    const detail = 'A person cannot report to themselves, directly or through others.';
    throw new ProblemError('cycle', { detail, errors: [{ pointer: POINTER, code: 'cycle', detail }] });
  }
}
