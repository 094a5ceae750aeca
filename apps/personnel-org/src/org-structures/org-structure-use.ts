import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type Permission, reachOf } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { MAX_REFERENCES, type Reference } from '../in-use/in-use.js';
import type { OrgStructure } from './org-structure.entity.js';

type Place = Pick<OrgStructure, 'id' | 'pathIds'>;

/**
 * The people at org structures: by a record of work history that counts or is going to, and associates.
 */
@Injectable()
export class OrgStructureUse {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find(company: CompanyContext, places: readonly Place[]): Promise<Reference[]> {
    const { client, startedAt } = this.transactions.current(company.companyId);
    const readableWith = (permission: Permission) => {
      const reach = reachOf(company, permission);
      return places.filter(({ pathIds }) => covers(reach, pathIds)).map(({ id }) => id);
    };
    const { rows } = await execute<Reference>(client, usesSql, [
      company.companyId,
      places.map(({ id }) => id),
      dateIn(company.timeZone, await startedAt),
      readableWith('personnel.read'),
      readableWith('associates.read'),
    ]);
    return rows;
  }
}

const usesSql = `
  SELECT 'personnel' AS resource, p.id, bool_or(w.org_structure_id = ANY($4)) AS readable
  FROM work_history AS w JOIN personnel AS p ON p.company_id = w.company_id AND p.id = w.personnel_id
  WHERE w.company_id = $1 AND w.org_structure_id = ANY($2) AND w.employment_status <> 'terminated' AND NOT p.archived
    AND (w.effective_date > $3 OR NOT EXISTS (SELECT FROM work_history AS later
      WHERE later.company_id = $1 AND later.personnel_id = w.personnel_id
        AND later.effective_date > w.effective_date AND later.effective_date <= $3))
  GROUP BY p.id
  UNION ALL
  SELECT 'associate', a.id, a.org_structure_ids && $5::uuid[]
  FROM associates AS a
  WHERE a.company_id = $1 AND a.org_structure_ids && $2::uuid[] AND NOT a.archived
  ORDER BY readable DESC, id LIMIT ${MAX_REFERENCES}`;
