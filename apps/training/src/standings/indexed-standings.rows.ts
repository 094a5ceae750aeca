import { Injectable } from '@nestjs/common';
import { CompanyRows, execute, RowsSource } from '@safety/persistence';
import { ofPeopleInSight } from '../read-models/people-in-sight.js';
import { IndexedStanding } from './standing.entity.js';
import { standingLists } from './standing-lists.js';

/** With more people than this whose standings may have changed, all standings are computed. */
const MOST_DUE = 500;
/** A change that is visible may be stamped later than the statement that reads it. */
const MARGIN = "interval '2 seconds'";

/** Standings as `StandingsJob` last saw them. They say which rows a list computes, never its values. */
@Injectable()
export class IndexedStandingRows extends CompanyRows<IndexedStanding> {
  constructor(source: RowsSource) {
    super(source, IndexedStanding, {
      what: 'training',
      visible: ofPeopleInSight,
      ...standingLists,
      cursorsOf: '"standings"',
    });
  }

  /** The people of whom the index says nothing on a day; undefined when they are too many. */
  async due(companyId: string, today: string): Promise<string[] | undefined> {
    const { read } = this.transaction({ companyId, userId: null });
    const { rows } = await read<{ id: string }>(dueSql, [companyId, today, MOST_DUE + 1]);
    return rows.length > MOST_DUE ? undefined : rows.map(({ id }) => id);
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

const dueSql = `
  SELECT personnel_id AS id FROM due_people
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
