import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import type { Hazard } from './hazard.entity.js';

/** Archived rows too: they can come back, and would name a hazard that is nowhere. */
const usesSql = `
  SELECT EXISTS (SELECT FROM actions
      WHERE company_id = $1 AND source_type = 'hazard' AND source_id = $2) AS "hasActions",
    EXISTS (SELECT FROM events WHERE company_id = $1 AND $2 = ANY(related_hazard_ids)) AS "hasEvents"`;

/** Rows that others have made of a hazard, which must not point at nothing. */
@Injectable()
export class HazardUses {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Throws 409 `in-use` for a hazard with an action, or that an event names. */
  async refuseUsed({ companyId }: CompanyContext, { id }: Hazard): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<Record<'hasActions' | 'hasEvents', boolean>>(client, usesSql, [
      companyId,
      id,
    ]);
    if (rows[0]?.hasActions) throw inUse('There is an action on the hazard.');
    if (rows[0]?.hasEvents) throw inUse('An event names the hazard.');
  }

  /** Throws 409 `in-use` as well for one that others have decided on. */
  async refuseActedOn(company: CompanyContext, hazard: Hazard): Promise<void> {
    if (hazard.decisions.length > 0) throw inUse('Somebody has decided on the hazard.');
    await this.refuseUsed(company, hazard);
  }
}

const inUse = (detail: string): ProblemError => new ProblemError('in-use', { detail });
