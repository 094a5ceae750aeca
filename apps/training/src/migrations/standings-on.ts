/** A UUID of version 8 (RFC 9562 section 5.8) that leads back to the person and to the course. */
const idSql = `(left(p.standing_key, 8) || '-' || substr(p.standing_key, 9, 4) || '-8' || substr(p.standing_key, 13, 3)
  || '-a' || left(c.standing_key, 3) || '-' || substr(c.standing_key, 4, 12))::uuid`;

/** Whether a record of the person counts for the course. `t` is the record. */
const countsSql = `(
  t.course_id = ANY(ARRAY[c.id, c.refresher_course_id] || c.equivalent_course_ids)
  AND CASE WHEN t.course_id = c.id OR t.course_id = ANY(c.equivalent_course_ids) THEN true ELSE EXISTS (
    SELECT FROM training_records AS first
    WHERE first.company_id = p.company_id AND first.personnel_id = p.id
      AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= t.completed_on
      AND first.course_id = ANY(ARRAY[c.id] || c.equivalent_course_ids)) END)`;

/** The courses whose records count for each course; those of a refresher renew it. */
const countingSql = `
        SELECT k.company_id, k.id AS course_id, false AS renews,
          unnest(ARRAY[k.id] || k.equivalent_course_ids) AS counted_id FROM courses AS k
        UNION ALL
        SELECT k.company_id, k.id, true, k.refresher_course_id FROM courses AS k
        WHERE k.refresher_course_id IS NOT NULL`;

/** Whether a record of `countingSql` is more than a refresher without anything to renew. */
const renewsSql = `(NOT counts.renews OR EXISTS (
          SELECT FROM training_records AS first
          JOIN courses AS k ON k.company_id = first.company_id AND k.id = counts.course_id
          WHERE first.company_id = p.company_id AND first.personnel_id = p.id
            AND first.archived_at IS NULL AND first.result <> 'failed' AND first.completed_on <= t.completed_on
            AND first.course_id = ANY(ARRAY[k.id] || k.equivalent_course_ids)))`;

/** The classes to come in which the person holds a place. */
export const upcomingSql = `
  FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
  WHERE s.company_id = p.company_id AND s.personnel_id = p.id AND s.archived_at IS NULL
    AND s.status IN ('enrolled', 'attended', 'passed')
    AND k.status IN ('scheduled', 'inProgress') AND k.archived_at IS NULL AND k.ends_on >= today`;

/** The requirements of the items above a person. `on_day` limits it to what is in force. */
export const requirementsSql = (onDay: string): string => `
  FROM unnest(o.path_ids) WITH ORDINALITY AS place(id, depth)
  JOIN org_structures AS above ON above.company_id = p.company_id AND above.id = place.id
  JOIN item_requirements AS r ON r.company_id = p.company_id AND r.item_id = above.item_id
  WHERE NOT p.archived AND p.employment_status IS DISTINCT FROM 'terminated'
    AND (r.job_titles = '{}' OR lower(p.job_title) = ANY(r.job_titles)) ${onDay}`;

/** The day from which a requirement counts its days of grace. */
export const startOfRequirement = 'r.effective_from';
/** The same, and not before the person has begun to work there. */
export const startOfWork = 'greatest(r.effective_from, p.working_since)';

/**
 * The same, and not before the requirement has concerned the person: another job or org structure to which it
 * applies too begins nothing anew.
 */
export const startOfConcern = `greatest(r.effective_from, CASE WHEN p.formerly = '[]' THEN p.working_since ELSE (
    SELECT min(stage.since) FROM (
      SELECT work.since, bool_and(work.concerned) OVER (ORDER BY work.since DESC) AS unbroken
      FROM (
        SELECT p.working_since AS since, true AS concerned
        UNION ALL
        SELECT f."from", coalesce(r.job_titles = '{}' OR lower(f."jobTitle") = ANY(r.job_titles), false) AND EXISTS (
          SELECT FROM org_structures AS there
          JOIN org_structures AS placed ON placed.company_id = p.company_id AND placed.id = ANY(there.path_ids)
          WHERE there.company_id = p.company_id AND there.id = f."orgStructureId" AND placed.item_id = r.item_id)
        FROM jsonb_to_recordset(p.formerly) AS f("from" date, "orgStructureId" uuid, "jobTitle" text)
      ) AS work
    ) AS stage WHERE stage.unbroken) END)`;

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

/** The days on which standings of people can change, from `today` on; some change nothing. */
export const standingDaysSql = (
  start = startOfRequirement,
  beginnings = { ofRequirement: '', ofRecords: '' },
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
        SELECT r.course_id, r.effective_from, ${start} AS start, r.grace_days ${requirementsSql('')}
      ) AS r
      LEFT JOIN training_assignments AS a
        ON a.company_id = company AND a.personnel_id = p.id AND a.course_id = r.course_id
      UNION
      SELECT unnest(ARRAY[a.due_date + 1, a.waived_until + 1]) FROM training_assignments AS a
      WHERE a.company_id = company AND a.personnel_id = p.id
      UNION
      SELECT unnest(ARRAY[t.expires_on + 1, t.expires_on - c.expiry_warning_days])
      FROM training_records AS t
      JOIN courses AS c ON c.company_id = company
        AND (c.id = t.course_id OR t.course_id = ANY(c.equivalent_course_ids) OR c.refresher_course_id = t.course_id)
      WHERE t.company_id = company AND t.personnel_id = p.id AND t.archived_at IS NULL AND t.expires_on >= today
      UNION
      SELECT k.ends_on + 1 ${upcomingSql}${beginnings.ofRecords}
    ) AS step
    WHERE p.company_id = company AND p.id = ANY(people) AND step.day >= today
  $$;`;

/** `best` and `upcoming` of each pair, looked up pair by pair: good for few pairs. */
export const joinsByPair = `
    LEFT JOIN LATERAL (
      SELECT t.id, t.completed_on, t.expires_on FROM training_records AS t
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL
        AND t.result <> 'failed' AND t.completed_on <= today AND ${countsSql}
      ORDER BY t.expires_on DESC NULLS FIRST, t.completed_on DESC, t.id DESC LIMIT 1
    ) AS best ON true
    LEFT JOIN LATERAL (
      SELECT k.id ${upcomingSql} AND (k.course_id = c.id OR k.course_id = ANY(c.equivalent_course_ids))
      ORDER BY k.start_at, k.id LIMIT 1
    ) AS upcoming ON true`;

/**
 * `best` and `upcoming` of all courses of a person at once: a third of the time for the standings of a whole
 * company. `counts` names no person, so PostgreSQL makes a hash of it once for all of them.
 */
export const joinsByPerson = `
    LEFT JOIN LATERAL (
      SELECT DISTINCT ON (counts.course_id) counts.course_id, t.id, t.completed_on, t.expires_on
      FROM (
        ${countingSql}
      ) AS counts
      JOIN training_records AS t ON t.company_id = counts.company_id AND t.course_id = counts.counted_id
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL
        AND t.result <> 'failed' AND t.completed_on <= today
        AND ${renewsSql}
      ORDER BY counts.course_id, t.expires_on DESC NULLS FIRST, t.completed_on DESC, t.id DESC
    ) AS best ON best.course_id = c.id
    LEFT JOIN LATERAL (
      SELECT DISTINCT ON (taught.id) taught.id AS course_id, coming.id
      FROM (SELECT k.company_id, k.id, k.course_id, k.start_at ${upcomingSql}) AS coming
      JOIN courses AS taught ON taught.company_id = coming.company_id
        AND (taught.id = coming.course_id OR coming.course_id = ANY(taught.equivalent_course_ids))
      ORDER BY taught.id, coming.start_at, coming.id
    ) AS upcoming ON upcoming.course_id = c.id`;

// count is read: the newest of some instants, which nothing else depends on
const placesChangedSql = `
        (SELECT max(greatest(above.applied_at, i.applied_at)) FROM org_structures AS above
          LEFT JOIN items AS i ON i.company_id = above.company_id AND i.id = above.item_id
          WHERE above.company_id = p.company_id AND above.id = ANY(o.path_ids))`;

/** The newest change of the records, classes and places of a standing, looked up pair by pair. */
// count is read: the newest of some instants, which nothing else depends on
export const changesByPair = {
  joins: '',
  newest: `
        (SELECT max(greatest(t.created_at, t.modified_at)) FROM training_records AS t
          WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND ${countsSql}),
        (SELECT max(greatest(s.modified_at, k.modified_at)) FROM students AS s
          JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
          WHERE s.company_id = p.company_id AND s.personnel_id = p.id AND k.course_id = c.id),
        ${placesChangedSql}`,
};

/** The same of all courses of a person at once. */
// count is read: the newest of some instants, which nothing else depends on
export const changesByPerson = {
  joins: `
    LEFT JOIN LATERAL (
      SELECT counts.course_id, max(greatest(t.created_at, t.modified_at)) AS at
      FROM (${countingSql}) AS counts
      JOIN training_records AS t ON t.company_id = counts.company_id AND t.course_id = counts.counted_id
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND ${renewsSql}
      GROUP BY counts.course_id
    ) AS recorded ON recorded.course_id = c.id
    LEFT JOIN LATERAL (
      SELECT k.course_id, max(greatest(s.modified_at, k.modified_at)) AS at
      FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
      WHERE s.company_id = p.company_id AND s.personnel_id = p.id
      GROUP BY k.course_id
    ) AS taught ON taught.course_id = c.id
    LEFT JOIN LATERAL (SELECT ${placesChangedSql} AS at) AS placed ON true`,
  newest: 'recorded.at, taught.at, placed.at',
};

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
  { joins: changeJoins, newest } = changesByPair,
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
      p.archived OR c.archived_at IS NOT NULL OR NOT pair.alive, a.archived_at, a.archived_by_user_id,
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
      SELECT named.course_id, max(named.foremost) AS foremost, bool_or(named.alive) AS alive
      FROM (
        SELECT r.course_id, true AS alive, ARRAY[
          (place.depth = cardinality(o.path_ids))::integer, r.mandatory::integer, place.depth::integer,
          ${start} - DATE '2000-01-01', r.grace_days
        ] AS foremost
        ${requirementsSql('AND r.effective_from <= today')}
        UNION ALL
        SELECT a.course_id, a.archived_at IS NULL, NULL FROM training_assignments AS a
        WHERE a.company_id = p.company_id AND a.personnel_id = p.id
        UNION ALL
        SELECT t.course_id, true, NULL FROM training_records AS t
        WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL AND t.completed_on <= today
        UNION ALL
        SELECT k.course_id, true, NULL ${upcomingSql}
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
