import { Injectable } from '@nestjs/common';
import { type CompanyContext, MAX_REFERENCES, type Permission, reachOf } from '@safety/contracts';
import { CompanyTransactions, execute, limitOf } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import type { Reference } from '../in-use/in-use.js';
import type { OrgStructure } from './org-structure.entity.js';

/**
 * The people at org structures: by a record of work history that counts or is going to, and associates.
 */
@Injectable()
export class OrgStructureUse {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find(company: CompanyContext, places: readonly Pick<OrgStructure, 'id'>[]): Promise<Reference[]> {
    const { client, startedAt } = this.transactions.current(company.companyId);
    const reach = (permission: Permission) => limitOf(reachOf(company, permission));
    const { rows } = await execute<Reference>(client, usesSql, [
      company.companyId,
      places.map(({ id }) => id),
      dateIn(company.timeZone, await startedAt),
      reach('personnel.read'),
      reach('associates.read'),
    ]);
    return rows;
  }
}

/** Somebody who is going to work here is read with the place of today. */
const usesSql = `
  SELECT 'personnel' AS resource, p.id, $4::uuid[] IS NULL OR EXISTS (
      SELECT FROM work_history_days AS d
      JOIN org_structures AS o ON o.company_id = d.company_id AND o.id = d.org_structure_id
      WHERE d.company_id = $1 AND d.personnel_id = p.id AND d.first_day <= $3::date AND d.end_day > $3::date
        AND o.path_ids && $4) AS readable
  FROM work_history_days AS w JOIN personnel AS p ON p.company_id = w.company_id AND p.id = w.personnel_id
  WHERE w.company_id = $1 AND w.org_structure_id = ANY($2) AND w.end_day > $3
    AND w.employment_status <> 'terminated' AND NOT p.archived
  GROUP BY p.id
  UNION ALL
  SELECT 'associate', a.id, $5::uuid[] IS NULL OR EXISTS (
      SELECT FROM org_structures AS o
      WHERE o.company_id = $1 AND o.id = ANY(a.org_structure_ids) AND o.path_ids && $5)
  FROM associates AS a
  WHERE a.company_id = $1 AND a.org_structure_ids && $2::uuid[] AND NOT a.archived
  ORDER BY readable DESC, id LIMIT ${MAX_REFERENCES}`;
