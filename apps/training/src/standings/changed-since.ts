import { Binds, type Condition, type Statement, settingSql } from '@safety/persistence';
import { lastDaySql, untilSql } from './facts.js';

/**
 * Narrows standings to those that may have changed since an instant; `modifiedAt` of each says whether it
 * has. Without it, PostgreSQL computes every standing of the company to find those of the last minute. The
 * facts are those of `modified_at` in `standings_on`, for people as a whole or for courses as a whole.
 */
export const changedSince = (companyId: string, since: Date | undefined): Condition | undefined =>
  since === undefined
    ? undefined
    : (column, binds) => {
        const facts = { company: binds.add(companyId), since: `${binds.add(since)}::timestamptz` };
        const [person, course] = [column('personnelId'), column('courseId')];
        return `${person} = ANY (ARRAY(${peopleSql(facts, everybodyOfChangedCourses(facts))}))
          AND (${course} = ANY (ARRAY(${coursesSql(facts)})) OR ${person} = ANY (ARRAY(${peopleSql(facts)})))`;
      };

/** Finds people of whom something was written since, or whose standings a day since may have changed. */
export function changedPeople(companyId: string, since: Date, atMost: number): Statement {
  const binds = new Binds();
  const facts = { company: binds.add(companyId), since: `${binds.add(since)}::timestamptz` };
  const text = `SELECT DISTINCT id FROM (${peopleSql(facts)}) AS changed(id) LIMIT ${binds.add(atMost)}`;
  return { text, values: binds.values };
}

interface Facts {
  company: string;
  since: string;
}

const coursesSql = ({ company, since }: Facts): string =>
  `SELECT c.id FROM courses AS c WHERE c.company_id = ${company} AND c.modified_at >= ${since}`;

/** A changed course may concern anybody. */
const everybodyOfChangedCourses = (facts: Facts): string => `
  UNION ALL
  SELECT p.id FROM personnel AS p WHERE p.company_id = ${facts.company} AND EXISTS (${coursesSql(facts)})`;

const hereSince = 'greatest(under.since, above.item_since)';

/** The first day of the company that begins at an instant or later; a statement of its own, asked once. */
const firstMidnightSql = (instant: string): string => {
  const zone = settingSql('app.time_zone');
  const day = `(${instant} AT TIME ZONE ${zone})::date`;
  return `(SELECT CASE WHEN ${day}::timestamp AT TIME ZONE ${zone} >= ${instant} THEN ${day} ELSE ${day} + 1 END)`;
};

/** People of whom something was written since, or whose standings a day since may have changed. */
function peopleSql({ company, since }: Facts, more = ''): string {
  const [first, today] = [firstMidnightSql(since), `${settingSql('app.today')}::date`];
  // Where no day has begun since, that is known before any row is read.
  const recently = (day: string) => `(${first} <= ${today} AND ${day} BETWEEN ${first} AND ${today})`;
  return `
    SELECT p.id FROM personnel AS p
    WHERE p.company_id = ${company} AND (p.applied_at >= ${since} OR ${recently('p.working_since')} OR EXISTS (
      SELECT FROM companies AS k WHERE k.company_id = ${company} AND k.applied_at >= ${since}) OR EXISTS (
      SELECT FROM item_requirements AS r
      WHERE r.company_id = ${company} AND ${recently('p.working_since + r.grace_days + 1')})
      OR p.formerly <> '[]' AND EXISTS (
        SELECT FROM item_requirements AS r, jsonb_to_recordset(p.formerly) AS f("from" date)
        WHERE r.company_id = ${company} AND ${recently('f."from" + r.grace_days + 1')}))
    UNION ALL
    SELECT a.personnel_id FROM training_assignments AS a
    WHERE a.company_id = ${company}
      AND (a.modified_at >= ${since} OR ${recently('a.waived_until + 1')} OR ${recently('a.due_date + 1')} OR EXISTS (
        SELECT FROM item_requirements AS r
        WHERE r.company_id = ${company} AND r.course_id = a.course_id
          AND ${recently('a.due_date + r.grace_days + 1')}))
    UNION ALL
    SELECT t.personnel_id FROM training_records AS t
    WHERE t.company_id = ${company} AND (t.created_at >= ${since} OR t.modified_at >= ${since})
    UNION ALL
    SELECT t.personnel_id FROM training_records AS t
    JOIN courses AS c ON c.company_id = ${company}
      AND (c.id = t.course_id OR c.refresher_course_id = t.course_id OR t.course_id = ANY(c.equivalent_course_ids))
    CROSS JOIN LATERAL (SELECT ${untilSql} AS expires_on) AS until
    WHERE t.company_id = ${company}
      AND (${recently('until.expires_on + 1')} OR ${recently('until.expires_on - c.expiry_warning_days')})
    UNION ALL
    SELECT s.personnel_id FROM students AS s
    JOIN classes AS k ON k.company_id = ${company} AND k.id = s.class_id
    WHERE s.company_id = ${company} AND (s.modified_at >= ${since} OR k.modified_at >= ${since} OR ${recently(`${lastDaySql} + 1`)})
    UNION ALL
    SELECT p.id FROM personnel AS p
    WHERE p.company_id = ${company} AND p.org_structure_id IN (
      SELECT o.id FROM org_structures AS o
      CROSS JOIN LATERAL unnest(o.path_ids, o.path_since) AS under(id, since)
      JOIN org_structures AS above ON above.company_id = ${company} AND above.id = under.id
      LEFT JOIN items AS i ON i.company_id = ${company} AND i.id = above.item_id
      WHERE o.company_id = ${company}
        AND (above.applied_at >= ${since} OR i.applied_at >= ${since} OR EXISTS (
          SELECT FROM item_requirements AS r
          WHERE r.company_id = ${company} AND r.item_id = above.item_id
            AND (${recently('r.effective_from')} OR ${recently('r.effective_from + r.grace_days + 1')}
              OR ${recently(hereSince)} OR ${recently(`${hereSince} + r.grace_days + 1`)}))))
    UNION ALL
    SELECT f.personnel_id FROM former_places AS f
    JOIN org_structures AS there ON there.company_id = ${company} AND there.id = f.org_structure_id
    CROSS JOIN LATERAL unnest(there.path_ids, there.path_since) AS under(id, since)
    JOIN org_structures AS placed ON placed.company_id = ${company} AND placed.id = under.id
    JOIN item_requirements AS r ON r.company_id = ${company} AND r.item_id = placed.item_id
    WHERE f.company_id = ${company}
      AND ${recently('greatest(under.since, placed.item_since) + r.grace_days + 1')}
    ${more}`;
}
