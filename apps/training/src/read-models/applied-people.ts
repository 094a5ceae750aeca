/**
 * SQL that says of people that their standings have changed because of org structures: $1 is the company, $2
 * the ids of these, $3 the people, and $4 the time. In the order of all who write several people. The people
 * are rows, since each of a company would be compared with each value of `= ANY`.
 */
const appliedSql = (those: string): string => `
  UPDATE personnel SET applied_at = $4 WHERE company_id = $1 AND id IN (
    SELECT p.id FROM unnest($3::uuid[]) AS part(id)
    JOIN personnel AS p ON p.company_id = $1 AND p.id = part.id
    WHERE ${those} ORDER BY p.id FOR NO KEY UPDATE OF p)`;

/** It looks up from where each of the people worked, not down from the org structures. */
const formerlySql = (where: string): string => `EXISTS (
  SELECT FROM former_places AS f JOIN org_structures AS o ON o.company_id = $1 AND o.id = f.org_structure_id
  WHERE f.company_id = $1 AND f.personnel_id = p.id AND ${where})`;

/** Those who worked at or below them before: their days of grace may begin on another day. */
export const formerlyBelowSql = appliedSql(formerlySql('o.path_ids && $2::uuid[]'));

/** Those who work there or did before. `applied_at` of an org structure would say so of those below, too. */
export const onceThereSql = appliedSql(
  `p.org_structure_id = ANY($2::uuid[]) OR ${formerlySql('o.id = ANY($2::uuid[])')}`,
);
