import { startOfRequirement } from './grace-begins.js';
import { changesByPair } from './standing-changes.js';
import { placesAbove, requirementsSql, upcomingSql } from './standing-facts.js';

/** A UUID of version 8 (RFC 9562 section 5.8) that leads back to the person and to the course. */
const idSql = `(left(p.standing_key, 8) || '-' || substr(p.standing_key, 9, 4) || '-8' || substr(p.standing_key, 13, 3)
  || '-a' || left(c.standing_key, 3) || '-' || substr(c.standing_key, 4, 12))::uuid`;

/** From where the newest change of a standing is read. */
export interface Changes {
  joins: string;
  newest: string;
  /** More members of `pair`, and of the rows that it is made of. */
  begun?: { ofPair: string; ofRequirement: string; ofOthers: string };
}

/** When and by whom an assignment was taken back. */
export const archivedAlways = 'a.archived_at, a.archived_by_user_id';
/** The same, of a standing that has nothing else. */
export const archivedOnceTakenBack =
  'CASE WHEN NOT pair.alive THEN a.archived_at END, CASE WHEN NOT pair.alive THEN a.archived_by_user_id END';

/**
 * The one definition of standings, on a day. Everything else reads it: the list, one standing, gaps, statuses
 * and what is announced. A plain SQL function is inlined, so conditions and row-level security reach its
 * tables. `foremost` of a pair is the requirement that counts: own beats inherited; of several above
 * mandatory beats recommended, then the nearest counts. It holds whether it is own and mandatory, its depth,
 * from when on, and its days of grace. The newest change of records is an expression on purpose: for a bare
 * column PostgreSQL reads the records of the whole company from the newest one down.
 *
 * `joins` brings `best`, the record that decides, and `upcoming`, the next class.
 */
// count is read: the function only shows rows, nothing is written by it
export const standingsOnSql = (
  joins: string,
  start = startOfRequirement,
  {
    joins: changeJoins,
    newest,
    begun = { ofPair: '', ofRequirement: '', ofOthers: '' },
  }: Changes = changesByPair,
  places = placesAbove,
  archived = archivedAlways,
): string => `
  CREATE OR REPLACE FUNCTION standings_on(today date) RETURNS TABLE (
    company_id uuid, id uuid, version integer,
    created_at timestamptz, created_by_user_id uuid, modified_at timestamptz, modified_by_user_id uuid,
    archived boolean, archived_at timestamptz, archived_by_user_id uuid,
    personnel_id uuid, personnel_name text, person_key text, course_id uuid, course_name text, course_code text,
    course_key text, org_structure_id uuid, path_ids uuid[], line_manager_id uuid, job_title text,
    requirement text, required boolean, required_by jsonb, assigned boolean, assigned_by_user_id uuid, due_date date, deadline date,
    status text, last_record_id uuid, last_completed_on date, expires_on date, days_to_expiry integer,
    waived_until date, waiver_reason text, next_class_id uuid
  ) LANGUAGE sql STABLE AS $$
    SELECT p.company_id, ${idSql}, coalesce(a.version, 0),
      coalesce(a.created_at, c.created_at), a.created_by_user_id,
      greatest(
        p.applied_at, c.modified_at, a.modified_at,
        ${newest},
        (SELECT max(step) FROM unnest(ARRAY[
            best.expires_on + 1, best.expires_on - c.expiry_warning_days, late.deadline + 1, m.waived_until + 1,
            DATE '2000-01-01' + pair.foremost[4]
          ]) AS step WHERE step <= today)::timestamp AT TIME ZONE current_setting('app.time_zone')
      )::timestamptz(3),
      a.modified_by_user_id,
      p.archived OR c.archived_at IS NOT NULL OR NOT pair.alive, ${archived},
      p.id, p.display_name, p.standing_key, c.id, c.name, c.code,
      c.standing_key, p.org_structure_id, o.path_ids, p.line_manager_id, p.job_title,
      CASE WHEN m.mandatory THEN 'mandatory' WHEN pair.foremost IS NOT NULL THEN 'recommended' ELSE 'none' END,
      m.required,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', i.id, 'itemName', i.name) ORDER BY i.depth DESC), '[]')
        FROM (
          SELECT DISTINCT ON (i.id) i.id, i.name, place.depth
          ${requirementsSql('AND r.effective_from <= today AND r.course_id = c.id').replace(
            'WHERE',
            'JOIN items AS i ON i.company_id = p.company_id AND i.id = r.item_id WHERE',
          )}
          ORDER BY i.id, place.depth DESC
        ) AS i),
      m.assigned, CASE WHEN m.assigned THEN a.assigned_by_user_id END, m.due_date, late.deadline,
      CASE
        WHEN m.waived_until >= today THEN 'waived'
        WHEN best.id IS NOT NULL AND (best.expires_on IS NULL OR best.expires_on - today > c.expiry_warning_days)
          THEN 'valid'
        WHEN best.expires_on >= today THEN 'expiringSoon'
        WHEN best.id IS NOT NULL THEN 'expired'
        WHEN upcoming.id IS NOT NULL THEN 'inProgress'
        WHEN m.mandatory AND late.deadline < today THEN 'overdue'
        WHEN m.mandatory THEN 'required'
        ELSE 'notRequired'
      END,
      best.id, best.completed_on, best.expires_on, best.expires_on - today,
      m.waived_until, CASE WHEN a.archived_at IS NULL THEN a.waiver_reason END, upcoming.id
    FROM personnel AS p
    LEFT JOIN org_structures AS o ON o.company_id = p.company_id AND o.id = p.org_structure_id
    CROSS JOIN LATERAL (
      SELECT named.course_id, max(named.foremost) AS foremost, bool_or(named.alive) AS alive${begun.ofPair}
      FROM (
        SELECT r.course_id, true AS alive, ARRAY[
          (place.depth = cardinality(o.path_ids))::integer, r.mandatory::integer, place.depth::integer,
          ${start} - DATE '2000-01-01', r.grace_days
        ] AS foremost${begun.ofRequirement}
        ${requirementsSql('AND r.effective_from <= today', places)}
        UNION ALL
        SELECT a.course_id, a.archived_at IS NULL, NULL${begun.ofOthers} FROM training_assignments AS a
        WHERE a.company_id = p.company_id AND a.personnel_id = p.id
        UNION ALL
        SELECT t.course_id, true, NULL${begun.ofOthers} FROM training_records AS t
        WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL AND t.completed_on <= today
        UNION ALL
        SELECT k.course_id, true, NULL${begun.ofOthers} ${upcomingSql}
      ) AS named
      GROUP BY named.course_id
    ) AS pair
    JOIN courses AS c ON c.company_id = p.company_id AND c.id = pair.course_id
    LEFT JOIN training_assignments AS a
      ON a.company_id = p.company_id AND a.personnel_id = p.id AND a.course_id = c.id
    CROSS JOIN LATERAL (
      SELECT coalesce(a.assigned AND a.archived_at IS NULL, false) AS assigned,
        coalesce(pair.foremost[2] = 1, false) AS required,
        (coalesce(pair.foremost[2] = 1, false) OR coalesce(a.assigned AND a.archived_at IS NULL, false))
          AND NOT p.archived AND p.employment_status IS DISTINCT FROM 'terminated' AS mandatory,
        CASE WHEN a.archived_at IS NULL THEN a.waived_until END AS waived_until,
        coalesce(
          CASE WHEN a.archived_at IS NULL THEN a.due_date END,
          CASE WHEN pair.foremost[2] = 1 THEN DATE '2000-01-01' + pair.foremost[4] END
        ) AS due_date
    ) AS m
    CROSS JOIN LATERAL (
      SELECT m.due_date + CASE WHEN m.required THEN pair.foremost[5] ELSE 0 END AS deadline
    ) AS late
    ${joins}
    ${changeJoins}
  $$;`;
