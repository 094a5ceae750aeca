import { settingSql } from '@safety/persistence';

// Facts of standings for the statements of requests. The functions of PostgreSQL have the same ones from
// `migrations/standing-facts.ts`, where released migrations stay as they are: another fact here takes another
// migration.

/** Whether record `t` of person `p` counts for course `c`. */
export const countsSql = `(
  t.course_id = ANY(ARRAY[c.id, c.refresher_course_id] || c.equivalent_course_ids)
  AND CASE WHEN t.course_id = c.id OR t.course_id = ANY(c.equivalent_course_ids) THEN true ELSE EXISTS (
    SELECT FROM training_records AS first
    WHERE first.company_id = p.company_id AND first.personnel_id = p.id
      AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= t.completed_on
      AND first.course_id = ANY(ARRAY[c.id] || c.equivalent_course_ids)) END)`;

/**
 * The last day on which record `t` counts for course `c`. One of another course that has no end counts as
 * long as a pass of the course itself that was recorded today would.
 */
export const untilSql = `coalesce(t.expires_on,
  CASE WHEN t.course_id <> c.id THEN (t.completed_on + make_interval(months => c.validity_months))::date END)`;

/** The last day of class `k` in the company; students complete it on `ends_on`, its last day where it is. */
export const lastDaySql = `((k.end_at - interval '1 millisecond') AT TIME ZONE ${settingSql('app.time_zone')})::date`;
