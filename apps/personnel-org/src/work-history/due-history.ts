import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { DataSource } from 'typeorm';

/** A record of work history by its key. */
export interface DueRecord {
  companyId: string;
  personnelId: string;
  effectiveDate: string;
}

/** The records of work history that have yet to take effect. */
@Injectable()
export class DueHistory {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Remembers a record until its day begins in the time zone of the company. */
  async add(
    { companyId, timeZone }: CompanyContext,
    personnelId: string,
    effectiveDate: string,
  ): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO history_due (company_id, personnel_id, effective_date, due_at)
      VALUES ($1, $2, $3::date, $3::date::timestamp AT TIME ZONE $4)`;
    await execute(client, text, [companyId, personnelId, effectiveDate, timeZone]);
  }

  /** Records of any company whose day has begun, the oldest first, at most `limit`. */
  find(limit: number): Promise<DueRecord[]> {
    const text = `SELECT company_id AS "companyId", personnel_id AS "personnelId", effective_date::text AS "effectiveDate"
      FROM history_due WHERE due_at <= now() ORDER BY due_at, effective_date LIMIT $1`;
    return this.dataSource.query(text, [limit]);
  }

  /** Takes a record away for the current transaction; false when another one has taken it, for which this one waits. */
  async take({ companyId, personnelId, effectiveDate }: DueRecord): Promise<boolean> {
    const { client } = this.transactions.current(companyId);
    const text =
      'DELETE FROM history_due WHERE company_id = $1 AND personnel_id = $2 AND effective_date = $3';
    return (await execute(client, text, [companyId, personnelId, effectiveDate])).rowCount === 1;
  }
}
