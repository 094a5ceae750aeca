import { Injectable } from '@nestjs/common';
import type { CompanyContext, CompanyState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';

/** A company, and the time zone that a request knows it in. */
export type InZone = Pick<CompanyContext, 'companyId' | 'timeZone'>;

/** The time zones of companies, as accounts publishes them. */
@Injectable()
export class CompanyZones {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The time zone of a company, which stays until the transaction ends; that of the request as long as
   * accounts has said nothing. Call it before locking what waits in `history_due`: a move of the company
   * locks the time zone first, so that the two follow each other.
   */
  async hold({ companyId, timeZone }: InZone): Promise<string> {
    return (await this.holdKnown(companyId)) ?? timeZone;
  }

  /** The same, without a time zone as long as accounts has said nothing. */
  async holdKnown(companyId: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT time_zone AS "timeZone" FROM companies WHERE company_id = $1 FOR SHARE';
    const find = () => execute<{ timeZone: string | null }>(client, text, [companyId]);
    let { rows } = await find();
    if (!rows[0]) {
      // Older than any state, so that there is a row to hold.
      const add = 'INSERT INTO companies (company_id, version) VALUES ($1, 0) ON CONFLICT DO NOTHING';
      await execute(client, add, [companyId]);
      ({ rows } = await find());
    }
    return rows[0]?.timeZone ?? null;
  }

  /**
   * Keeps a state unless a newer one is known; resolves with whether the company has another time zone then.
   */
  async keep({ id: companyId, version, timeZone }: CompanyState): Promise<boolean> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT time_zone AS "timeZone" FROM companies WHERE company_id = $1 FOR NO KEY UPDATE';
    const { rows } = await execute<{ timeZone: string | null }>(client, text, [companyId]);
    const row = { company_id: companyId, version, time_zone: timeZone };
    const isNewer = await keepNewest(client, 'companies', ['company_id'], row);
    return isNewer && rows[0]?.timeZone !== timeZone;
  }
}
