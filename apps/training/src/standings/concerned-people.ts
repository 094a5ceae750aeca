import { atOrBelowSql } from '../read-models/org-structures-below.js';

/** The facts whose change concerns many people, as `due_changes` names them. */
export type Kind = 'courses' | 'org structures' | 'branches' | 'items' | 'companies';

/**
 * People `p` of a table with each org structure `placed` at or above theirs. Each path is taken apart, since
 * no index serves `@>` behind the wall: it would test all pairs of org structures.
 */
const placedAboveSql = (people: string): string => `org_structures AS o
    CROSS JOIN unnest(o.path_ids) AS above(id)
    JOIN org_structures AS placed ON placed.company_id = $1 AND placed.id = above.id
    JOIN ${people} AS p ON p.company_id = $1 AND p.org_structure_id = o.id`;

/** The courses are those whose records count for the changed one, before or after. */
const ofCoursesSql = (people: string): string => `
  SELECT personnel_id FROM training_records WHERE company_id = $1 AND course_id = ANY($2::uuid[])
  UNION ALL SELECT personnel_id FROM training_assignments WHERE company_id = $1 AND course_id = ANY($2)
  UNION ALL SELECT s.personnel_id FROM students AS s
    JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
    WHERE s.company_id = $1 AND k.course_id = ANY($2)
  UNION ALL SELECT p.id FROM ${placedAboveSql(people)}
    JOIN item_requirements AS r ON r.company_id = $1 AND r.item_id = placed.item_id
    WHERE o.company_id = $1 AND r.course_id = ANY($2)`;

const atSql = (places: string): string => `
  SELECT id FROM personnel WHERE company_id = $1 AND org_structure_id = ANY (${places})
  UNION ALL SELECT personnel_id FROM former_places WHERE company_id = $1 AND org_structure_id = ANY (${places})`;

/**
 * SQL of the people whom changes of each kind concern, some of them repeatedly: $1 is the company, and $2 the
 * ids of what has changed. It looks from there, so few people are found without a look at the others.
 */
export const concernedSql = concernedFromSql('personnel');

/**
 * SQL of those of them who are among the ids $3. It looks up from their few org structures, not down to all,
 * but for branches.
 */
export const concernedOfPartSql = (kind: Kind): string => `
  WITH part AS MATERIALIZED (
    SELECT company_id, id, org_structure_id FROM personnel WHERE company_id = $1 AND id = ANY($3::uuid[]))
  SELECT DISTINCT person AS id FROM (${concernedFromSql('part')[kind]}) AS concerned(person)
  WHERE person = ANY($3)`;

function concernedFromSql(people: string): Record<Kind, string> {
  return {
    courses: ofCoursesSql(people),
    'org structures': atSql('$2::uuid[]'),
    branches: atSql(`ARRAY(${atOrBelowSql('$1', '$2::uuid[]')})`),
    items: `
      SELECT p.id FROM ${placedAboveSql(people)}
      WHERE o.company_id = $1 AND placed.item_id = ANY($2::uuid[])`,
    companies: `SELECT id FROM personnel WHERE company_id = $1 AND company_id = ANY($2::uuid[])`,
  };
}
