import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import { DataSource } from 'typeorm';
import type { CompanyDay } from './standings.rows.js';

const COMPANIES_AT_ONCE = 100;
/**
 * Between the midnight of a company and the look at its new day: personnel-org says within a minute who
 * leaves or moves on that day, and nobody is announced as overdue where they work no more.
 */
export const AFTER_MIDNIGHT = "interval '2 minutes'";
/** Where that day has begun already, people are looked at each minute, not all the time. */
const SOONEST = "now() + interval '1 minute'";
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Takes due people off their table, which all replicas read. */
@Injectable()
export class DueBatches {
  private lastCompany = FIRST_ID;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Companies in which a person or a change is due: the next by their ids, then from the first one on. */
  async companies(): Promise<string[]> {
    const values = [COMPANIES_AT_ONCE, this.lastCompany];
    const rows: { companyId: string }[] = await this.dataSource.query(companiesSql, values);
    const ids = rows.map(({ companyId }) => companyId);
    this.lastCompany = ids.at(-1) ?? FIRST_ID;
    return ids;
  }

  /** At most so many people who are due and whom no other replica has taken; none of them is due any more. */
  async take(companyId: string, most: number): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT personnel_id AS "personnelId" FROM due_people WHERE company_id = $1 AND due_at <= now()
      ORDER BY due_at, number LIMIT $2 FOR UPDATE SKIP LOCKED`;
    const { rows } = await execute<{ personnelId: string }>(client, text, [companyId, most]);
    return [...new Set(rows.map(({ personnelId }) => personnelId))];
  }

  /** Forgets what is known of when people are due: they are looked at after this. */
  async forget(companyId: string, people: readonly string[]): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `DELETE FROM due_people WHERE number IN (
      SELECT number FROM due_people WHERE company_id = $1 AND personnel_id = ANY($2) FOR UPDATE SKIP LOCKED)`;
    await execute(client, text, [companyId, people]);
  }

  /**
   * Notes people for the first day after today on which their standings can change. Up to its midnight the
   * index of standings is right for them, unless something changes; from then until the look it says nothing.
   */
  async later({ companyId, timeZone }: CompanyDay, people: readonly string[], today: string): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<{ id: string; day: string }>(client, nextSql, [companyId, people, today]);
    const next = [rows.map(({ id }) => id), rows.map(({ day }) => day)];
    await execute(client, noteSql, [companyId, timeZone, ...next]);
    await execute(client, indexedSql, [companyId, people, today, ...next]);
  }

  /** Puts people off whose turn failed; the index of standings says nothing of them. */
  async postpone(companyId: string, people: readonly string[], seconds: number): Promise<void> {
    const { client } = this.transactions.current(companyId);
    // As when they are taken: the table first, and then their statuses.
    const text = `UPDATE due_people SET due_at = now() + make_interval(secs => $3)
      WHERE company_id = $1 AND personnel_id = ANY($2) AND due_at <= now()`;
    await execute(client, text, [companyId, people, seconds]);
    await execute(client, unindexedSql, [companyId, people]);
  }
}

/** Each company is one step of an index, however many of its people are due. */
const companiesSql = `
  WITH RECURSIVE known AS (
    (SELECT company_id AS id FROM due_people ORDER BY company_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.company_id FROM due_people AS d WHERE d.company_id > known.id ORDER BY d.company_id LIMIT 1)
    FROM known WHERE known.id IS NOT NULL
  )
  SELECT due.id AS "companyId" FROM (
    SELECT known.id FROM known
    WHERE EXISTS (SELECT FROM due_people AS d WHERE d.company_id = known.id AND d.due_at <= now())
    UNION SELECT company_id FROM due_changes WHERE noted_at <= now()) AS due
  ORDER BY due.id <= $2, due.id LIMIT $1`;

const unindexedSql = `
  INSERT INTO training_statuses AS s (company_id, personnel_id)
  SELECT $1, person FROM unnest($2::uuid[]) AS person ORDER BY person
  ON CONFLICT (company_id, personnel_id) DO UPDATE SET indexed_from = excluded.indexed_from`;

// count is read: the first of some days, which nothing else depends on
const nextSql = `
  SELECT d.personnel_id AS id, min(d.day)::text AS day FROM standing_days($1, $2, $3) AS d
  WHERE d.day > $3::date GROUP BY d.personnel_id`;

const noteSql = `
  INSERT INTO due_people (company_id, personnel_id, due_at)
  SELECT $1, n.id, greatest((n.day::timestamp AT TIME ZONE $2) + ${AFTER_MIDNIGHT}, ${SOONEST})
  FROM unnest($3::uuid[], $4::date[]) AS n (id, day)`;

const indexedSql = `
  UPDATE training_statuses AS s SET indexed_from = $3::date, indexed_until = coalesce((
    SELECT n.day FROM unnest($4::uuid[], $5::date[]) AS n (id, day) WHERE n.id = s.personnel_id), 'infinity')
  WHERE s.company_id = $1 AND s.personnel_id = ANY($2)`;
