/** The day from which a requirement counts its days of grace. */
export const startOfRequirement = 'r.effective_from';
/** The same, and not before the person has begun to work there. */
export const startOfWork = 'greatest(r.effective_from, p.working_since)';

/**
 * The same, and not before the requirement has concerned the person: another job or org structure to which it
 * applies too begins nothing anew.
 */
// count is read: the first of some days, which nothing else depends on
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

const sinceHere = 'greatest(p.working_since, place.since, above.item_since)';

/**
 * The same, where each org structure stands below another, and has its item, only since a day. A former org
 * structure counts where it stands now.
 */
// count is read: the first of some days, which nothing else depends on
export const startOfConcernThere = `greatest(r.effective_from, CASE WHEN p.formerly = '[]' THEN ${sinceHere} ELSE (
    SELECT min(stage.concerned) FROM (
      SELECT work.concerned, coalesce(bool_and(work.concerned IS NOT NULL AND work.concerned <= work.since) OVER (
        ORDER BY work.since DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true) AS unbroken
      FROM (
        SELECT p.working_since AS since, ${sinceHere} AS concerned
        UNION ALL
        SELECT f."from", CASE WHEN r.job_titles = '{}' OR lower(f."jobTitle") = ANY(r.job_titles) THEN (
          SELECT min(greatest(f."from", under.since, placed.item_since))
          FROM org_structures AS there
          CROSS JOIN LATERAL unnest(there.path_ids, there.path_since) AS under(id, since)
          JOIN org_structures AS placed ON placed.company_id = p.company_id AND placed.id = under.id
          WHERE there.company_id = p.company_id AND there.id = f."orgStructureId" AND placed.item_id = r.item_id) END
        FROM jsonb_to_recordset(p.formerly) AS f("from" date, "orgStructureId" uuid, "jobTitle" text)
      ) AS work
    ) AS stage WHERE stage.unbroken) END)`;
