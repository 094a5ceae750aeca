import { startOfRequirement } from './grace-begins.js';
import { placesAbove, requirementsSql, untilSql, upcomingSql } from './standing-facts.js';

/**
 * More of these days: those of records and work that begin later than the day of the look, since the company
 * may be ahead of it.
 */
export const laterBeginnings = {
  ofRequirement: ', r.start',
  ofRecords: `
      UNION
      SELECT t.completed_on FROM training_records AS t
      WHERE t.company_id = company AND t.personnel_id = p.id AND t.archived_at IS NULL`,
};

/** Each record beside all courses: those for which it counts. */
const countedByCourse = {
  joined: `JOIN courses AS c ON c.company_id = company
        AND (c.id = t.course_id OR t.course_id = ANY(c.equivalent_course_ids) OR c.refresher_course_id = t.course_id)`,
  expiresOn: 't.expires_on',
};

/** The same, by an equality, for which PostgreSQL makes a hash of the records of a person. */
export const countedByHash = {
  joined: `JOIN (
        SELECT k.company_id, k.expiry_warning_days,
          unnest(ARRAY[k.id, k.refresher_course_id] || k.equivalent_course_ids) AS counted_id
        FROM courses AS k
      ) AS c ON c.company_id = company AND c.counted_id = t.course_id`,
  expiresOn: 't.expires_on',
};

/** The same, where records of other courses end by the validity of the course. */
export const countedByValidity = {
  joined: `${countedByHash.joined.replace('SELECT', 'SELECT k.id AS course_id, k.validity_months,')}
      CROSS JOIN LATERAL (SELECT ${untilSql('c.course_id', 'c.validity_months')} AS expires_on) AS until`,
  expiresOn: 'until.expires_on',
};

/** The days on which standings of people can change, from `today` on; some change nothing. */
export const standingDaysSql = (
  start = startOfRequirement,
  beginnings = { ofRequirement: '', ofRecords: '' },
  places = placesAbove,
  counted = countedByCourse,
): string => `
  CREATE OR REPLACE FUNCTION standing_days(company uuid, people uuid[], today date)
  RETURNS TABLE (personnel_id uuid, day date) LANGUAGE sql STABLE AS $$
    SELECT p.id, step.day
    FROM personnel AS p
    LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = p.org_structure_id
    CROSS JOIN LATERAL (
      SELECT today AS day
      UNION
      SELECT unnest(ARRAY[r.effective_from, r.start + r.grace_days + 1, a.due_date + r.grace_days + 1${beginnings.ofRequirement}])
      FROM (
        SELECT r.course_id, r.effective_from, ${start} AS start, r.grace_days ${requirementsSql('', places)}
      ) AS r
      LEFT JOIN training_assignments AS a
        ON a.company_id = company AND a.personnel_id = p.id AND a.course_id = r.course_id
      UNION
      SELECT unnest(ARRAY[a.due_date + 1, a.waived_until + 1]) FROM training_assignments AS a
      WHERE a.company_id = company AND a.personnel_id = p.id
      UNION
      SELECT unnest(ARRAY[${counted.expiresOn} + 1, ${counted.expiresOn} - c.expiry_warning_days])
      FROM training_records AS t
      ${counted.joined}
      WHERE t.company_id = company AND t.personnel_id = p.id AND t.archived_at IS NULL AND ${counted.expiresOn} >= today
      UNION
      SELECT k.ends_on + 1 ${upcomingSql}${beginnings.ofRecords}
    ) AS step
    WHERE p.company_id = company AND p.id = ANY(people) AND step.day >= today
  $$;`;
