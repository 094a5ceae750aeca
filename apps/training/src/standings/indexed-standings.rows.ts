import { Injectable } from '@nestjs/common';
import type { CompanyContext, ListTraining } from '@safety/contracts';
import {
  anyOf,
  Binds,
  CompanyRows,
  type Condition,
  contains,
  execute,
  often,
  RowsSource,
} from '@safety/persistence';
import { ofPeopleInSight, somePeople } from '../read-models/people-in-sight.js';
import { IndexedStanding } from './standing.entity.js';
import { standingLists } from './standing-lists.js';

/** With more people than this whose standings may have changed, all standings are computed. */
const MOST_DUE = 500;
/** More people than this fill a page soon in the order of the list. */
const MOST_FOUND = 2_000;
/** A change that is visible may be stamped later than the statement that reads it. */
const MARGIN = "interval '2 seconds'";

/** Standings as `StandingsJob` last saw them. They say which rows a list computes, never its values. */
@Injectable()
export class IndexedStandingRows extends CompanyRows<IndexedStanding> {
  constructor(source: RowsSource) {
    super(source, IndexedStanding, {
      what: 'training',
      // How many people are in sight, PostgreSQL does not know: it would compare each row with all of them.
      visible: (company) => often(ofPeopleInSight(company)),
      ...standingLists,
      cursorsOf: '"standings"',
    });
  }

  /** The people of whom the index says nothing on a day; undefined when they are too many. */
  async due(companyId: string, today: string): Promise<string[] | undefined> {
    const { read } = this.transaction({ companyId, userId: null });
    const { rows } = await read<{ id: string | null }>(dueSql, [companyId, today, MOST_DUE + 1]);
    const people = rows.flatMap(({ id }) => id ?? []);
    const areMoreToCome = people.length < rows.length;
    return areMoreToCome || people.length > MOST_DUE ? undefined : people;
  }

  /** Those in sight who are where a list says, if they are few; undefined for many, and for everybody. */
  async fewPeople(company: CompanyContext, query: ListTraining): Promise<string[] | undefined> {
    const some = somePeople(company, query, MOST_FOUND + 1);
    if (!some) return undefined;
    const { rows } = await this.transaction(company).read<{ id: string }>(some.text, some.values);
    return rows.length > MOST_FOUND ? undefined : rows.map(({ id }) => id);
  }

  /**
   * Narrows a search to the people whom it may find, by name or by course, where they are few, and to names
   * where no course is found: names are compared before the standings of a person are read.
   */
  async found(companyId: string, q: string | undefined): Promise<Condition | undefined> {
    const binds = new Binds();
    const company = binds.add(companyId);
    const holding = (...columns: string[]) => contains(columns, q)?.((column) => column, binds);
    const [names, courses] = [holding('display_name'), holding('name', 'code')];
    if (names === undefined || courses === undefined) return undefined;
    const { ofCourses, people } = await this.people(companyId, binds, {
      courses,
      others: `SELECT id FROM personnel WHERE company_id = ${company} AND ${names}`,
    });
    if (people) return anyOf('personnelId', people);
    return ofCourses ? undefined : often(contains(['personnelName'], q));
  }

  /** Narrows a poll to the people of whom a standing or its course has changed, where they are few. */
  async changed(companyId: string, since: Date | undefined): Promise<Condition | undefined> {
    if (since === undefined) return undefined;
    const binds = new Binds();
    const company = binds.add(companyId);
    const changed = `modified_at >= ${binds.add(since)}`;
    const { people } = await this.people(companyId, binds, {
      courses: changed,
      others: `SELECT personnel_id FROM standing_index WHERE company_id = ${company} AND ${changed}`,
    });
    return people && anyOf('personnelId', people);
  }

  /**
   * Those who have a standing in some courses, and others, unless they are too many; and whether there is any
   * such standing. The company is the first value. The order says which index to use: how many standings
   * there are in courses that it does not know yet, nobody knows.
   */
  private async people(
    companyId: string,
    { values }: Binds,
    { courses, others }: { courses: string; others: string },
  ): Promise<{ people: string[] | undefined; ofCourses: boolean }> {
    const text = `
      (SELECT personnel_id AS id, true AS "ofCourses" FROM standing_index
        WHERE company_id = $1 AND course_id = ANY (ARRAY(
          SELECT id FROM courses WHERE company_id = $1 AND ${courses})) ORDER BY course_id LIMIT ${MOST_FOUND + 1})
      UNION ALL (SELECT one.id, false FROM (${others} LIMIT ${MOST_FOUND + 1}) AS one (id))`;
    const { read } = this.transaction({ companyId, userId: null });
    const { rows } = await read<{ id: string; ofCourses: boolean }>(text, values);
    const isFew = rows.length <= MOST_FOUND;
    return {
      people: isFew ? [...new Set(rows.map(({ id }) => id))] : undefined,
      ofCourses: rows.some(({ ofCourses }) => ofCourses),
    };
  }

  /** Keeps the standings of people who are locked, computed once, on the day that the transaction has set. */
  async keep(companyId: string, people: readonly string[]): Promise<void> {
    const { client } = this.transaction({ companyId, userId: null });
    const { rows } = await execute<{ current: string | null }>(client, currentSql, [companyId, people]);
    const current = rows[0]?.current ?? '[]';
    await execute(client, goneSql, [companyId, people, current]);
    await execute(client, keepSql, [companyId, current]);
  }
}

/** A change of very many has no person: some of them have yet to be noted. */
const dueSql = `
  SELECT NULL::uuid AS id FROM due_changes WHERE company_id = $1
  UNION
  SELECT personnel_id FROM due_people
  WHERE company_id = $1 AND due_at <= statement_timestamp() + ${MARGIN}
  UNION
  SELECT personnel_id FROM training_statuses WHERE company_id = $1 AND indexed_from > $2::date
  UNION
  SELECT personnel_id FROM training_statuses WHERE company_id = $1 AND indexed_until <= $2::date
  LIMIT $3`;

const members = ['id', 'requirement', 'status', 'expires_on', 'archived', 'modified_at'];
const listOf = (alias: string) => members.map((member) => `${alias}.${member}`).join(', ');

// count is read: all of what is computed, for the two statements that follow; neither writes by a number
const currentSql = `
  SELECT jsonb_agg(c)::text AS current FROM (
    SELECT s.personnel_id, s.course_id, ${listOf('s')} FROM standings AS s
    WHERE s.company_id = $1 AND s.personnel_id = ANY($2)
  ) AS c`;

const goneSql = `
  DELETE FROM standing_index AS x
  WHERE x.company_id = $1 AND x.personnel_id = ANY($2) AND (x.personnel_id, x.course_id) NOT IN (
    SELECT c.personnel_id, c.course_id FROM jsonb_to_recordset($3) AS c(personnel_id uuid, course_id uuid))`;

const keepSql = `
  INSERT INTO standing_index AS x (company_id, personnel_id, course_id, ${members.join(', ')})
  SELECT $1, c.personnel_id, c.course_id, ${listOf('c')}
  FROM jsonb_populate_recordset(NULL::standing_index, $2) AS c
  ON CONFLICT (company_id, personnel_id, course_id) DO UPDATE
    SET (${members.join(', ')}) = ROW (${listOf('excluded')})
    WHERE (${listOf('x')}) IS DISTINCT FROM (${listOf('excluded')})`;
