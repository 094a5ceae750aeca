import { settingSql } from '@safety/persistence';

/** Whether a record of the person counts for the course. `t` is the record. */
export const countsSql = `(
  t.course_id = ANY(ARRAY[c.id, c.refresher_course_id] || c.equivalent_course_ids)
  AND CASE WHEN t.course_id = c.id OR t.course_id = ANY(c.equivalent_course_ids) THEN true ELSE EXISTS (
    SELECT FROM training_records AS first
    WHERE first.company_id = p.company_id AND first.personnel_id = p.id
      AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= t.completed_on
      AND first.course_id = ANY(ARRAY[c.id] || c.equivalent_course_ids)) END)`;

/** The courses whose records count for each course; those of a refresher renew it. */
export const countingSql = `
        SELECT k.company_id, k.id AS course_id, false AS renews,
          unnest(ARRAY[k.id] || k.equivalent_course_ids) AS counted_id FROM courses AS k
        UNION ALL
        SELECT k.company_id, k.id, true, k.refresher_course_id FROM courses AS k
        WHERE k.refresher_course_id IS NOT NULL`;

/** The same, with the validity of each course. */
export const countingWithValiditySql = countingSql
  .replace('AS counted_id FROM', 'AS counted_id, k.validity_months FROM')
  .replace('k.refresher_course_id FROM', 'k.refresher_course_id, k.validity_months FROM');

/**
 * The last day on which record `t` counts for a course. One of another course that has no end counts as long
 * as one of the course itself.
 */
export const untilSql = (courseId: string, validityMonths: string): string => `coalesce(t.expires_on,
          CASE WHEN t.course_id <> ${courseId}
            THEN (t.completed_on + make_interval(months => ${validityMonths}))::date END)`;

/** Whether a record of `countingSql` is more than a refresher without anything to renew. */
export const renewsSql = `(NOT counts.renews OR EXISTS (
          SELECT FROM training_records AS first
          JOIN courses AS k ON k.company_id = first.company_id AND k.id = counts.course_id
          WHERE first.company_id = p.company_id AND first.personnel_id = p.id
            AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= t.completed_on
            AND first.course_id = ANY(ARRAY[k.id] || k.equivalent_course_ids)))`;

/** Whether the person has a record, up to a day, of a course that its refresher renews. */
export const hasToRenewOf = (course: string, day: string): string => `EXISTS (
          SELECT FROM training_records AS first
          WHERE first.company_id = p.company_id AND first.personnel_id = p.id
            AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= ${day}
            AND first.course_id = ANY(ARRAY[${course}.id] || ${course}.equivalent_course_ids))`;

/** The same of the course `taught`, today. */
export const hasToRenewSql = hasToRenewOf('taught', 'today');

/** The courses whose records and classes may count for course `c`. */
export const countedIds = 'ARRAY[c.id, c.refresher_course_id] || c.equivalent_course_ids';

/**
 * The records of the person that count for course `c`. `OFFSET 0` has each counted course looked up by
 * itself: joined, all records of the person would be read for each pair.
 */
export const countedRecordsSql = `
      FROM unnest(${countedIds}) AS counted(id)
      CROSS JOIN LATERAL (
        SELECT record.* FROM training_records AS record
        WHERE record.company_id = p.company_id AND record.personnel_id = p.id AND record.course_id = counted.id
        OFFSET 0
      ) AS t
      WHERE (t.course_id = ANY(ARRAY[c.id] || c.equivalent_course_ids) OR ${hasToRenewOf('c', 't.completed_on')})`;

/** Whether the person holds a place in a class that is not over by its status. */
export const holdsPlaceSql = `s.archived_at IS NULL
    AND s.status IN ('enrolled', 'attended', 'passed')
    AND k.status IN ('scheduled', 'inProgress') AND k.archived_at IS NULL`;

/** The day of the company of the instant at which a class ends: the day after one that ends at midnight. */
export const endsOnSql = `(k.end_at AT TIME ZONE ${settingSql('app.time_zone')})::date`;

/** The last day of a class in the company; students complete it on `ends_on`, its last day where it is. */
export const lastDaySql = `((k.end_at - interval '1 millisecond') AT TIME ZONE ${settingSql('app.time_zone')})::date`;

/** The classes to come in which the person holds a place. */
export const upcomingSql = `
  FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
  WHERE s.company_id = p.company_id AND s.personnel_id = p.id AND ${holdsPlaceSql} AND k.ends_on >= today`;

/** The org structures above a person, from the root down. */
export const placesAbove = 'unnest(o.path_ids) WITH ORDINALITY AS place(id, depth)';
/** The same, with the day since which each is above; null for since ever. */
export const placesAboveSince = 'unnest(o.path_ids, o.path_since) WITH ORDINALITY AS place(id, since, depth)';

/** The requirements of the items above a person. `onDay` limits it to what is in force. */
export const requirementsSql = (onDay: string, places = placesAbove): string => `
  FROM ${places}
  JOIN org_structures AS above ON above.company_id = p.company_id AND above.id = place.id
  JOIN item_requirements AS r ON r.company_id = p.company_id AND r.item_id = above.item_id
  WHERE NOT p.archived AND p.employment_status IS DISTINCT FROM 'terminated'
    AND (r.job_titles = '{}' OR lower(p.job_title) = ANY(r.job_titles)) ${onDay}`;
