import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import type { TrainingClass } from '../classes/class.entity.js';
import { countsSql, untilSql } from '../standings/facts.js';

/** Courses that people must have done before a class. */
@Injectable()
export class Prerequisites {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The names of the courses that each person lacks before a class; people who lack nothing are left out. A
   * course counts by a record that counts for its standing and is good on the day of the class. Nobody lacks
   * an archived course, as no record of it can be made any more.
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
  SELECT p.id AS "personnelId", array_agg(c.name ORDER BY c.name) AS names
  FROM courses AS taught
  JOIN courses AS c ON c.company_id = taught.company_id AND c.id = ANY(taught.prerequisite_course_ids)
    AND c.archived_at IS NULL
  CROSS JOIN (SELECT $1::uuid AS company_id, unnest($3::uuid[]) AS id) AS p
  WHERE taught.company_id = $1 AND taught.id = $2 AND NOT EXISTS (
    SELECT FROM training_records AS t
    WHERE t.company_id = $1 AND t.personnel_id = p.id AND ${countsSql}
      AND t.archived_at IS NULL AND t.result <> 'failed' AND coalesce(${untilSql} >= $4, true))
  GROUP BY p.id`;
