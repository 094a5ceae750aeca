import type { PersonnelState } from '@safety/contracts';
import { type CompanyTransaction, execute, settingSql } from '@safety/persistence';

/** Since when somebody works: in this job at this org structure, and in others right before. */
export type Work = Pick<PersonnelState, 'workingSince' | 'formerly'>;
type Stage = Work['formerly'][number];

export interface WorkRecord {
  effectiveDate: string;
  orgStructureId: string | null;
  jobTitle: string | null;
  employmentStatus: string | null;
}

const MOST_STAGES = 50;

/**
 * The work that records add up to, given the latest first. Records that change neither job nor org structure
 * go on with it; somebody who has left and returns begins anew.
 */
export function workOf(records: readonly WorkRecord[]): Work {
  const stages: Stage[] = [];
  for (const { effectiveDate, orgStructureId, jobTitle, employmentStatus } of records) {
    if (employmentStatus === 'terminated') break;
    const later = stages.at(-1);
    const goesOn =
      later?.orgStructureId === orgStructureId && later.jobTitle?.toLowerCase() === jobTitle?.toLowerCase();
    if (later && goesOn) later.from = effectiveDate;
    else stages.push({ from: effectiveDate, orgStructureId, jobTitle });
  }
  const [now, ...formerly] = stages;
  return { workingSince: now?.from ?? null, formerly: formerly.slice(0, MOST_STAGES) };
}

/** The work of people on the date that the transaction has set, by their ids. */
export async function workingSince(
  { client }: Pick<CompanyTransaction, 'client'>,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, Work>> {
  const { rows } = await execute<WorkRecord & { id: string }>(client, recordsSql, [companyId, ids]);
  const byPerson = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byPerson].map(([id, records]) => [id, workOf(records)]));
}

const recordsSql = `
  SELECT personnel_id AS id, effective_date AS "effectiveDate", org_structure_id AS "orgStructureId",
    job_title AS "jobTitle", employment_status AS "employmentStatus"
  FROM work_history
  WHERE company_id = $1 AND personnel_id = ANY($2) AND effective_date <= ${settingSql('app.as_of')}::date
  ORDER BY personnel_id, effective_date DESC`;
