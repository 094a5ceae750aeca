import { Injectable } from '@nestjs/common';
import { type CompanyContext, type FieldError, type Permission, reachOf } from '@safety/contracts';
import { archivedRow, CompanyTransactions, execute, unknownRow } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { refuseArchived } from '../in-use/in-use.js';
import { PersonnelToday } from './personnel-today.js';

const POINTER = '/lineManagerId';

/** Somebody who reports to a person. */
export interface Report {
  id: string;
  /** Whether a permission of the caller counts where that is. */
  isCovered: boolean;
}

/**
 * Of a person `p` on the day `$3`. The view of people would look up much more of each, and EXISTS may read
 * all records of the company at once.
 */
const ACTIVE = `((SELECT w.employment_status FROM work_history AS w
      WHERE w.company_id = $1 AND w.personnel_id = p.id AND w.effective_date <= $3
      ORDER BY w.effective_date DESC LIMIT 1) IS DISTINCT FROM 'terminated'
    OR (SELECT true FROM work_history AS w
      WHERE w.company_id = $1 AND w.personnel_id = p.id AND w.effective_date > $3
        AND w.employment_status <> 'terminated' LIMIT 1))`;
/** Whether a person p lies at or below one of the org structures $4 on day $3. */
const COVERED = `coalesce((SELECT o.path_ids && $4::uuid[] FROM work_history_days AS d
      JOIN org_structures AS o ON o.company_id = $1 AND o.id = d.org_structure_id
      WHERE d.company_id = $1 AND d.personnel_id = p.id AND d.first_day <= $3 AND d.end_day > $3), false)`;

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

  /**
   * Some of the people who report to a person and work, or are going to: those first where a permission of
   * the caller counts.
   */
  async activeReports(
    company: CompanyContext,
    managerId: string,
    { today, permission, limit }: { today: string; permission: Permission; limit: number },
  ): Promise<Report[]> {
    const { companyId } = company;
    const { client } = this.transactions.current(companyId);
    const reach = reachOf(company, permission);
    const isEverywhere = reach === 'everywhere';
    const text = `SELECT p.id, ${isEverywhere ? 'true' : COVERED} AS "isCovered" FROM personnel AS p
      WHERE p.company_id = $1 AND p.line_manager_id = $2 AND NOT p.archived AND ${ACTIVE}
      ORDER BY "isCovered" DESC, p.last_name, p.id LIMIT ${limit}`;
    const values = [companyId, managerId, today, ...(isEverywhere ? [] : [reach])];
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
