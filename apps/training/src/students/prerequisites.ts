import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import type { TrainingClass } from '../classes/class.entity.js';

/** Courses that people must have done before a class. */
@Injectable()
export class Prerequisites {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The names of the courses that each person lacks before a class; people who lack nothing are left out. A
   * course counts by a record of its own or of an equivalent course that is good on the day of the class.
   */
  async missing(
    companyId: string,
    { courseId, endsOn }: TrainingClass,
    people: readonly string[],
  ): Promise<Map<string, string[]>> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<{ personnelId: string; names: string[] }>(client, missingSql, [
      companyId,
      courseId,
      people,
      endsOn,
    ]);
    return new Map(rows.map(({ personnelId, names }) => [personnelId, names]));
  }
}

const missingSql = `
  SELECT person AS "personnelId", array_agg(needed.name ORDER BY needed.name) AS names
  FROM courses AS c
  JOIN courses AS needed ON needed.company_id = c.company_id AND needed.id = ANY(c.prerequisite_course_ids)
  CROSS JOIN unnest($3::uuid[]) AS person
  WHERE c.company_id = $1 AND c.id = $2 AND NOT EXISTS (
    SELECT FROM training_records AS r
    WHERE r.company_id = $1 AND r.personnel_id = person
      AND (r.course_id = needed.id OR r.course_id = ANY(needed.equivalent_course_ids))
      AND r.archived_at IS NULL AND r.result <> 'failed' AND (r.expires_on IS NULL OR r.expires_on >= $4))
  GROUP BY person`;
