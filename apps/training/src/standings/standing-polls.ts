import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining, Page } from '@safety/contracts';
import { CompanyTransactions, type Condition } from '@safety/persistence';
import { changedPeople } from './changed-since.js';
import type { Standing } from './standing.entity.js';
import { standingKeys } from './standing-id.js';
import { StandingRows } from './standings.rows.js';
import { widening } from './widening.js';

/** With more people than this who have changed by themselves, all standings are computed. */
const MOST_CHANGED = 500;

/** Somebody who may have a standing in a changed course; in the order of a poll. */
interface Concerned {
  personnelId: string;
  personKey: string;
  courseId: string;
  courseKey: string;
  modifiedAt: Date;
}

/**
 * Pages of polls while very many people are due, as after the change of a course that everybody has. A
 * standing of which nothing but the course has changed since has the time of that: so it is known who is
 * next, by the halves of the id. These and the few people of whom something else has changed are computed.
 */
@Injectable()
export class StandingPolls {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly standings: StandingRows,
  ) {}

  /** Undefined where too many standings would have to be computed; the day must be set. */
  async page(
    company: CompanyContext,
    query: ListTraining,
    conditions: readonly (Condition | undefined)[],
  ): Promise<Page<Standing> | undefined> {
    const { modifiedSince: since, includeTotal } = query;
    if (!since || includeTotal) return undefined;
    const changed = await this.changed(company.companyId, since);
    if (!changed) return undefined;
    const begin = beginOf(this.standings.position(company, query), since);
    for (const most of widening(query.limit + 1)) {
      const next = await this.next(company.companyId, query, begin, most);
      const page = await this.standings.page(company, query, [...conditions, ofThese(changed, next)]);
      const end = next.length < most ? undefined : next.at(-1);
      if (!end || isBefore(page, end)) return page;
    }
    return undefined;
  }

  /** The people of whom something has changed since, where they are few. */
  private async changed(companyId: string, since: Date): Promise<string[] | undefined> {
    const { text, values } = changedPeople(companyId, since, MOST_CHANGED + 1);
    const { rows } = await this.transactions.current(companyId).read<{ id: string }>(text, values);
    return rows.length > MOST_CHANGED ? undefined : rows.map(({ id }) => id);
  }

  /** The next who may have standings in courses that have changed since. */
  private async next(
    companyId: string,
    { courseId }: ListTraining,
    { since, personKey }: Begin,
    most: number,
  ): Promise<Concerned[]> {
    const values = [companyId, since, personKey, most, courseId ?? null];
    return (await this.transactions.current(companyId).read<Concerned>(nextSql, values)).rows;
  }
}

interface Begin {
  since: Date;
  /** Of the courses that have changed at that moment, the first person. */
  personKey: string;
}

function beginOf(position: readonly unknown[] | undefined, since: Date): Begin {
  if (!position) return { since, personKey: '' };
  const [modifiedAt, id] = position.map(String);
  return { since: new Date(modifiedAt ?? ''), personKey: standingKeys(id ?? '').personKey };
}

/** All standings of those who have changed, and those of others in the courses. */
function ofThese(changed: readonly string[], next: readonly Concerned[]): Condition {
  const people = new Set([...changed, ...next.map(({ personnelId }) => personnelId)]);
  const courses = new Set(next.map(({ courseId }) => courseId));
  return (column, binds) => {
    const [person, course] = [column('personnelId'), column('courseId')];
    return `${person} = ANY(${binds.add([...people])}::uuid[])
      AND (${person} = ANY(${binds.add(changed)}::uuid[]) OR ${course} = ANY(${binds.add([...courses])}::uuid[]))`;
  };
}

/** Whether no standing that was not looked for comes before the end of a page, and of more rows. */
function isBefore({ data, page }: Page<Standing>, end: Concerned): boolean {
  const last = data.at(-1);
  if (!page.hasMore || !last) return false;
  const later = last.modifiedAt.getTime() - end.modifiedAt.getTime();
  return later < 0 || (later === 0 && last.personKey + last.courseKey <= end.personKey + end.courseKey);
}

/**
 * Some may have none, as by a requirement for another job title: nobody who has one is left out. Each course
 * is one walk along the keys of people.
 */
const nextSql = `
  WITH required AS MATERIALIZED (
    SELECT o.id AS place_id, r.course_id FROM org_structures AS o
    CROSS JOIN unnest(o.path_ids) AS above(id)
    JOIN org_structures AS placed ON placed.company_id = $1 AND placed.id = above.id
    JOIN item_requirements AS r ON r.company_id = $1 AND r.item_id = placed.item_id
    JOIN courses AS c ON c.company_id = $1 AND c.id = r.course_id AND c.modified_at >= $2::timestamptz
    WHERE o.company_id = $1)
  SELECT one.id AS "personnelId", one.key AS "personKey", c.id AS "courseId", c.standing_key AS "courseKey",
    c.modified_at AS "modifiedAt"
  FROM courses AS c CROSS JOIN LATERAL (
    SELECT p.id, p.standing_key AS key FROM personnel AS p
    WHERE p.company_id = $1 AND p.standing_key >= CASE WHEN c.modified_at = $2 THEN $3 ELSE '' END AND (
      EXISTS (SELECT FROM training_records AS t
        WHERE t.company_id = $1 AND t.personnel_id = p.id AND t.course_id = c.id)
      OR EXISTS (SELECT FROM training_assignments AS a
        WHERE a.company_id = $1 AND a.personnel_id = p.id AND a.course_id = c.id)
      OR (p.org_structure_id, c.id) IN (SELECT place_id, course_id FROM required)
      OR EXISTS (SELECT FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
        WHERE s.company_id = $1 AND s.personnel_id = p.id AND k.course_id = c.id))
    ORDER BY p.standing_key LIMIT $4
  ) AS one
  WHERE c.company_id = $1 AND c.modified_at >= $2 AND ($5::uuid[] IS NULL OR c.id = ANY($5))
  ORDER BY c.modified_at, one.key, c.standing_key LIMIT $4`;
