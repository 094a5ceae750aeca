import { Injectable } from '@nestjs/common';
import { type CompanyContext, type CourseStatistics, reachOf } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import type { Course } from './course.entity.js';

export type CourseView = Course & { statistics: CourseStatistics | null };

/** Rows as the API shows them. */
@Injectable()
export class CourseViews {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Courses with their statistics, of the classes and people that the caller may read. */
  async of(company: CompanyContext, rows: readonly Course[]): Promise<CourseView[]> {
    const { client } = this.transactions.current(company.companyId);
    const reach = reachOf(company, 'training.read');
    // count is read: the statistics of courses, for their reader
    const found = await execute<CourseStatistics & { id: string }>(client, statisticsSql, [
      company.companyId,
      rows.map(({ id }) => id),
      reach === 'everywhere' ? null : reach,
    ]);
    const known = new Map(found.rows.map(({ id, ...statistics }) => [id, statistics]));
    return rows.map((row) => ({ ...row, statistics: known.get(row.id) ?? null }));
  }

  async one(company: CompanyContext, row: Course): Promise<CourseView> {
    const [view] = await this.of(company, [row]);
    if (!view) throw new Error('A row has no view');
    return view;
  }
}

// count is read: the statistics of courses, for their reader
const statisticsSql = `
  SELECT c.id, k."upcomingClassCount", k."enrolledCount", r."recordCount", r."personCount", r."lastCompletedOn"
  FROM unnest($2::uuid[]) AS c(id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "upcomingClassCount", coalesce(sum(k.enrolled_count), 0)::int AS "enrolledCount"
    FROM classes AS k
    WHERE k.company_id = $1 AND k.course_id = c.id AND k.status IN ('scheduled', 'inProgress') AND NOT k.archived
      AND ($3::uuid[] IS NULL OR k.org_structure_id IS NULL OR EXISTS (
        SELECT FROM org_structures AS o WHERE o.company_id = $1 AND o.id = k.org_structure_id AND o.path_ids && $3))
  ) AS k
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "recordCount", count(DISTINCT r.personnel_id)::int AS "personCount",
      max(r.completed_on)::text AS "lastCompletedOn"
    FROM training_records AS r
    WHERE r.company_id = $1 AND r.course_id = c.id AND r.archived_at IS NULL AND r.result <> 'failed'
      AND ($3::uuid[] IS NULL OR EXISTS (
        SELECT FROM personnel AS p JOIN org_structures AS o ON o.company_id = $1 AND o.id = p.org_structure_id
        WHERE p.company_id = $1 AND p.id = r.personnel_id AND o.path_ids && $3))
  ) AS r`;
