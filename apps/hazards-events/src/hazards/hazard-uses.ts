import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError, type StepRefusal } from '@safety/platform';
import type { Hazard } from './hazard.entity.js';

/**
 * Archived rows too: they can come back, and would name a hazard that is nowhere. So can what is approved of
 * an event, when its revision is rejected.
 */
const usesSql = `
  SELECT EXISTS (SELECT FROM actions
      WHERE company_id = $1 AND source_type = 'hazard' AND source_id = $2) AS "hasActions",
    EXISTS (SELECT FROM events WHERE company_id = $1 AND $2 = ANY(related_hazard_ids))
      OR EXISTS (SELECT FROM approved_events WHERE company_id = $1 AND $2 = ANY(related_hazard_ids)) AS "hasEvents"`;

/** Rows that others have made of a hazard, which must not point at nothing. */
@Injectable()
export class HazardUses {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** 409 `in-use` for a hazard with an action, or that an event names. */
  async refusalOfUsed({ companyId }: CompanyContext, { id }: Hazard): Promise<StepRefusal | undefined> {
    const { client } = this.transactions.current(companyId);
    const { rows } = await execute<Record<'hasActions' | 'hasEvents', boolean>>(client, usesSql, [
      companyId,
      id,
    ]);
    if (rows[0]?.hasActions) return inUse('There is an action on the hazard.');
    return rows[0]?.hasEvents ? inUse('An event names the hazard.') : undefined;
  }

  /** Throws 409 `in-use` for such a hazard, and for one that others have decided on. */
  async refuseActedOn(company: CompanyContext, hazard: Hazard): Promise<void> {
    const refusal =
      hazard.decisions.length > 0
        ? inUse('Somebody has decided on the hazard.')
        : await this.refusalOfUsed(company, hazard);
    if (refusal) throw new ProblemError(refusal.code, refusal);
  }
}

const inUse = (detail: string): StepRefusal => ({ code: 'in-use', detail });
