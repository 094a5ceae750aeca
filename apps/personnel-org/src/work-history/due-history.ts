import { Injectable } from '@nestjs/common';
import { CompanyTransactions, execute } from '@safety/persistence';
import { startOfDay } from '@safety/platform';
import { DataSource } from 'typeorm';
import { CompanyZones, type InZone } from './company-zones.js';

/** A record of work history by its key. */
export interface DueRecord {
  companyId: string;
  personnelId: string;
  effectiveDate: string;
}

/** A record that was found, and the time zone that it has waited in. */
export interface FoundRecord extends Pick<DueRecord, 'personnelId' | 'effectiveDate'> {
  timeZone: string | null;
}

/** When a record takes effect, and the time zone of its company then. */
interface Waiting {
  dueAt: Date;
  timeZone: string | null;
}

/** A record that waits again after its day had begun. */
export interface TakenBack {
  effectiveDate: string;
  timeZone: string;
}

const ADD = `INSERT INTO history_due (company_id, personnel_id, effective_date, due_at, time_zone)
  VALUES ($1, $2, $3, $4, $5)`;

/** Conditions by which records are looked for at the instant `$1`. */
const KINDS = {
  begun: 'due_at <= coalesce($1, now())',
  takenBack: 'was_in_force AND due_at > coalesce($1, now())',
};

/** Those whose day has begun, or those that have yet to take their person back. */
export type DueKind = keyof typeof KINDS;

/** The records of work history that have yet to take effect. */
@Injectable()
export class DueHistory {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
    private readonly zones: CompanyZones,
  ) {}

  /** Remembers a record until its day begins in the time zone of the company. */
  async add(company: InZone, personnelId: string, effectiveDate: string): Promise<void> {
    const { companyId } = company;
    const timeZone = await this.zones.hold(company);
    const { client } = this.transactions.current(companyId);
    const dueAt = startOfDay(effectiveDate, timeZone);
    await execute(client, ADD, [companyId, personnelId, effectiveDate, dueAt, timeZone]);
  }

  /**
   * Forgets a record that is not going to take effect by itself any more. The time zone is held by then: who
   * moves a company holds that first, too.
   */
  async drop({ companyId }: InZone, personnelId: string, effectiveDate: string): Promise<void> {
    await this.take({ companyId, personnelId, effectiveDate });
  }

  /**
   * Lets `move` give a record another date, and its time goes along. A foreign key could do so in one
   * database alone: on many nodes none has an action on update.
   */
  async takeAlong<Moved>(
    company: InZone,
    record: DueRecord,
    to: string,
    move: () => Promise<Moved>,
  ): Promise<Moved> {
    const { companyId, personnelId } = record;
    await this.zones.hold(company);
    const waiting = await this.take(record);
    const moved = await move();
    if (waiting) {
      const { client } = this.transactions.current(companyId);
      await execute(client, ADD, [companyId, personnelId, to, waiting.dueAt, waiting.timeZone]);
    }
    return moved;
  }

  /** The companies that have records of a kind at an instant. */
  async companies(kind: DueKind, at: Date | undefined): Promise<string[]> {
    const text = `SELECT company_id AS "companyId" FROM history_due WHERE ${KINDS[kind]}
      GROUP BY company_id ORDER BY company_id`;
    const rows: { companyId: string }[] = await this.dataSource.query(text, [at]);
    return rows.map(({ companyId }) => companyId);
  }

  /**
   * Records of a company, the oldest first, whose people are locked. Those of people whom others hold are
   * left out, so that replicas do not wait for each other; so are those of `except`. The time zone stays
   * until the transaction ends.
   */
  async hold(
    companyId: string,
    kind: DueKind,
    { at, except, limit }: { at: Date | undefined; except: readonly string[]; limit: number },
  ): Promise<FoundRecord[]> {
    await this.zones.holdKnown(companyId);
    const { client } = this.transactions.current(companyId);
    const text = `SELECT d.personnel_id AS "personnelId", d.effective_date::text AS "effectiveDate",
        d.time_zone AS "timeZone"
      FROM history_due AS d JOIN personnel AS p ON p.company_id = d.company_id AND p.id = d.personnel_id
      WHERE d.company_id = $2 AND d.personnel_id <> ALL ($3) AND ${KINDS[kind]}
      ORDER BY d.due_at, d.effective_date, d.personnel_id LIMIT $4 FOR UPDATE OF p SKIP LOCKED`;
    return (await execute<FoundRecord>(client, text, [at, companyId, except, limit])).rows;
  }

  /**
   * Takes the records of a date of people, who are locked, away, and resolves with those who had one. Another
   * transaction may have taken one before its person was locked.
   */
  async takeDue(companyId: string, people: readonly string[], effectiveDate: string): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const text = `DELETE FROM history_due WHERE company_id = $1 AND personnel_id = ANY ($2) AND effective_date = $3
      RETURNING personnel_id AS id`;
    const { rows } = await execute<{ id: string }>(client, text, [companyId, people, effectiveDate]);
    return rows.map(({ id }) => id);
  }

  /** When the next records of people begin that wait, after one date and up to another: by their ids. */
  async nextDates(
    companyId: string,
    people: readonly string[],
    { after, upTo }: { after: string; upTo: string },
  ): Promise<Map<string, string>> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT DISTINCT ON (personnel_id) personnel_id AS id, effective_date::text AS date
      FROM history_due WHERE company_id = $1 AND personnel_id = ANY ($2)
        AND effective_date > $3 AND effective_date <= $4
      ORDER BY personnel_id, effective_date`;
    const { rows } = await execute<Day & { id: string }>(client, text, [companyId, people, after, upTo]);
    return new Map(rows.map(({ id, date }) => [id, date]));
  }

  /**
   * Lets the records of a date of people wait for its beginning as the clock rules have it now: a country has
   * moved its clocks since they were written. Where midnight comes twice, they wait on after the first one.
   */
  async putOff(
    companyId: string,
    people: readonly string[],
    effectiveDate: string,
    timeZone: string,
  ): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `UPDATE history_due SET due_at = greatest($4, now() + interval '1 minute')
      WHERE company_id = $1 AND personnel_id = ANY ($2) AND effective_date = $3`;
    await execute(client, text, [companyId, people, effectiveDate, startOfDay(effectiveDate, timeZone)]);
  }

  private async take({ companyId, personnelId, effectiveDate }: DueRecord): Promise<Waiting | undefined> {
    const { client } = this.transactions.current(companyId);
    const text = `DELETE FROM history_due WHERE company_id = $1 AND personnel_id = $2 AND effective_date = $3
      RETURNING due_at AS "dueAt", time_zone AS "timeZone"`;
    return (await execute<Waiting>(client, text, [companyId, personnelId, effectiveDate])).rows[0];
  }

  /**
   * Records of a person that were in force in another time zone of the company and wait again, in the order
   * of dates. They are told once: who asks takes the person back.
   */
  async takenBack(companyId: string, personnelId: string, at: Date | undefined): Promise<TakenBack[]> {
    const { client } = this.transactions.current(companyId);
    const text = `UPDATE history_due SET was_in_force = false
      WHERE company_id = $1 AND personnel_id = $2 AND was_in_force AND due_at > coalesce($3, now())
      RETURNING effective_date::text AS "effectiveDate", time_zone AS "timeZone"`;
    const { rows } = await execute<TakenBack>(client, text, [companyId, personnelId, at]);
    return rows.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
  }

  /**
   * Lets the records of a company wait for their days in another time zone, also those whose day had begun in
   * the one before and is after `today` in this one.
   */
  async moveTo(companyId: string, timeZone: string, today: string): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `UPDATE history_due SET due_at = moved.due_at, time_zone = $2
      FROM jsonb_to_recordset($3) AS moved(date date, due_at timestamptz)
      WHERE company_id = $1 AND effective_date = moved.date`;
    const waiting = `SELECT DISTINCT effective_date::text AS date FROM history_due
      WHERE company_id = $1 AND time_zone IS DISTINCT FROM $2`;
    const waitingDays = await execute<Day>(client, waiting, [companyId, timeZone]);
    await execute(client, text, [companyId, timeZone, beginnings(waitingDays.rows, timeZone)]);
    const early = `SELECT personnel_id AS id, effective_date::text AS date FROM work_history AS w
      WHERE company_id = $1 AND effective_date > $2 AND NOT EXISTS (
        SELECT FROM history_due AS due WHERE due.company_id = $1 AND due.personnel_id = w.personnel_id
          AND due.effective_date = w.effective_date)`;
    const { rows } = await execute<Day & { id: string }>(client, early, [companyId, today]);
    // Found by their keys: no index serves the days of a company.
    const again = `INSERT INTO history_due
        (company_id, personnel_id, effective_date, due_at, time_zone, was_in_force)
      SELECT w.company_id, w.personnel_id, w.effective_date, $4, $2, true
      FROM unnest($5::uuid[]) AS early(id)
      JOIN work_history AS w ON w.company_id = $1 AND w.personnel_id = early.id AND w.effective_date = $3
      ON CONFLICT DO NOTHING`;
    for (const [date, records] of Map.groupBy(rows, (row) => row.date)) {
      const ids = records.map(({ id }) => id);
      await execute(client, again, [companyId, timeZone, date, startOfDay(date, timeZone), ids]);
    }
  }
}

interface Day {
  date: string;
}

/** When days begin in a time zone, as JSON. */
const beginnings = (days: readonly Day[], timeZone: string): string =>
  JSON.stringify(days.map(({ date }) => ({ date, due_at: startOfDay(date, timeZone) })));
