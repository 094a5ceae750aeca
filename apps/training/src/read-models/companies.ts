import { Injectable } from '@nestjs/common';
import type { CompanyState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';
import { DuePeople } from '../standings/due-people.js';

const UNKNOWN = 'UTC';

/** The companies, as accounts publishes them: for work that no request asks for. */
@Injectable()
export class Companies {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly due: DuePeople,
  ) {}

  /** The time zone that says which day is today; UTC as long as accounts has said nothing. */
  async timeZone(companyId: string): Promise<string> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT time_zone AS "timeZone" FROM companies WHERE company_id = $1';
    const { rows } = await execute<{ timeZone: string }>(client, text, [companyId]);
    return rows[0]?.timeZone ?? UNKNOWN;
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, { version, timeZone }: CompanyState): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    // A later state that is kept at once would compare with a zone that is being replaced.
    await execute(client, 'SELECT FROM companies WHERE company_id = $1 FOR UPDATE', [companyId]);
    const before = await this.timeZone(companyId);
    const row = { company_id: companyId, version, time_zone: timeZone };
    await keepNewest(client, 'companies', ['company_id'], row);
    if ((await this.timeZone(companyId)) === before) return;
    // In another time zone it may be another day, and classes may end on another one.
    const now = await startedAt;
    await execute(client, appliedSql, [companyId, now]);
    const { rows } = await execute<{ isLater: boolean }>(client, isLaterSql, [timeZone, before]);
    if (rows[0]?.isLater) await this.due.addAllOfNewDay(companyId);
    else await this.due.addAll(companyId);
  }
}

/** Whether it is a later day in time zone $1 than in $2. */
const isLaterSql = `SELECT (now() AT TIME ZONE $1)::date > (now() AT TIME ZONE $2)::date AS "isLater"`;
const appliedSql = 'UPDATE companies SET applied_at = $2 WHERE company_id = $1';
