import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError } from '@safety/contracts';
import { archivedRow, CompanyTransactions, execute, settingSql, unknownRow } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { refuseArchived } from '../in-use/in-use.js';
import { PersonnelToday } from './personnel-today.js';

const POINTER = '/lineManagerId';

/** Somebody who reports to a person, and the org structures from the root down to where that is. */
export interface Report {
  id: string;
  placeIds: string[] | null;
}

/** Checks who is to be a line manager. */
@Injectable()
export class LineManagers {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly today: PersonnelToday,
  ) {}

  /**
   * Two changes of line managers that are harmless alone can close a circle together. Those who only need a
   * line manager to stay unarchived take turns `together`.
   */
  takeTurns({ companyId }: CompanyContext, how: 'alone' | 'together' = 'alone'): Promise<void> {
    return this.transactions.takeTurns(companyId, 'line-managers', how);
  }

  /** The errors of a manager who is not an active person whom the caller sees. */
  async faults(company: CompanyContext, managerId: string | null): Promise<FieldError[]> {
    if (managerId === null) return [];
    const [manager] = await this.today.findAll(company, [managerId]);
    if (!manager) return [unknownRow(POINTER, 'person')];
    const isGone = manager.archived || manager.employmentStatus === 'terminated';
    return isGone ? [{ ...archivedRow(POINTER, 'person'), detail: 'The person is not active.' }] : [];
  }

  /**
   * The errors of a manager in a record of work history: whom the caller sees, whatever has become of them.
   */
  async recordFaults(
    company: CompanyContext,
    managerId: string | null,
    pointer: string,
  ): Promise<FieldError[]> {
    if (managerId === null) return [];
    const known = await this.today.archivedById(company, [managerId]);
    return known.has(managerId) ? [] : [unknownRow(pointer, 'person')];
  }

  /**
   * Throws 409 `archived` for a line manager who is archived, whoever may see them.
   * @param wayOut how the write becomes possible
   */
  async refuseArchived(company: CompanyContext, managerId: string, wayOut: string): Promise<void> {
    const archived = await this.today.unrestricted.archivedById(company, [managerId]);
    if (!archived.get(managerId)) return;
    const readable = (await this.today.archivedById(company, [managerId])).has(managerId);
    refuseArchived(`The line manager is archived: ${wayOut}`, [
      { resource: 'personnel', id: managerId, readable },
    ]);
  }

  /** The people who report to a person and work, or are going to. */
  async activeReports({ companyId }: CompanyContext, managerId: string): Promise<Report[]> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT p.id, p.place_ids AS "placeIds" FROM personnel_today AS p
      WHERE p.company_id = $1 AND p.line_manager_id = $2 AND NOT p.archived
        AND (p.employment_status IS DISTINCT FROM 'terminated' OR EXISTS (SELECT FROM work_history AS w
          WHERE w.company_id = $1 AND w.personnel_id = p.id AND w.employment_status <> 'terminated'
            AND w.effective_date > ${settingSql('app.today')}::date))
      ORDER BY p.id`;
    const values = [companyId, managerId];
    return (await execute<Report>(client, text, values)).rows;
  }

  /**
   * Throws 422 `cycle` when the manager is one of these people, or reports to one of them through however
   * many others.
   * @param where the member or parameter that names the manager
   */
  async checkCycle(
    { companyId }: CompanyContext,
    personIds: readonly string[],
    managerId: string,
    where: Pick<FieldError, 'pointer' | 'parameter'> = { pointer: POINTER },
  ): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `
      WITH RECURSIVE above AS (
        SELECT $3::uuid AS id
        UNION
        SELECT p.line_manager_id FROM above JOIN personnel AS p ON p.company_id = $1 AND p.id = above.id
        WHERE p.line_manager_id IS NOT NULL
      )
      SELECT 1 FROM above WHERE id = ANY($2)`;
    const { rowCount } = await execute(client, text, [companyId, personIds, managerId]);
    if (rowCount === 0) return;
    const detail = 'A person cannot report to themselves, directly or through others.';
    throw new ProblemError('cycle', { detail, errors: [{ ...where, code: 'cycle', detail }] });
  }
}
