import { Injectable } from '@nestjs/common';
import { type CompanyContext, MAX_REFERENCES } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError, type StepRefusal } from '@safety/platform';
import { ActionRows } from '../actions/actions.rows.js';
import { rowsInSight } from '../approvals/rows-in-sight.js';
import { ApprovedEvents } from '../events/approved-events.js';
import { EventRows } from '../events/events.rows.js';
import type { Hazard } from './hazard.entity.js';

interface Reference {
  resource: 'actions' | 'events';
  id: string;
}

/** Rows of each kind that are looked at: of more, references name some of these. */
const MOST = 1000;

/**
 * Archived rows too: they can come back, and would name a hazard that is nowhere. So can what is approved of
 * an event, when its revision is rejected.
 */
const usesSql = `
  (SELECT 'actions' AS resource, id FROM actions
    WHERE company_id = $1 AND archived = ANY ('{f,t}') AND source_type = 'hazard' AND source_id = $2::uuid LIMIT ${MOST})
  UNION SELECT 'events', id FROM events_with_related_hazard_ids($1, ARRAY[$2::text], ${MOST}) AS id
  UNION SELECT 'events', id FROM approved_events_with_related_hazard_ids($1, ARRAY[$2::text], ${MOST}) AS id
  ORDER BY resource, id`;

/** Rows that others have made of a hazard, which must not point at nothing. */
@Injectable()
export class HazardUses {
  constructor(
    private readonly actions: ActionRows,
    private readonly events: EventRows,
    private readonly approvedEvents: ApprovedEvents,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** 409 `in-use` for a hazard with an action, or that an event names. */
  async refusalOfUsed(company: CompanyContext, { id }: Hazard): Promise<StepRefusal | undefined> {
    const { client } = this.transactions.current(company.companyId);
    const { rows } = await execute<Reference>(client, usesSql, [company.companyId, id]);
    const [first] = rows;
    if (!first) return undefined;
    const detail =
      first.resource === 'actions' ? 'There is an action on the hazard.' : 'An event names the hazard.';
    return inUse(detail, await this.readable(company, rows));
  }

  /**
   * Throws 409 `in-use` for such a hazard, and for one of the caller that others have decided on. Of a draft
   * without an author nothing can come any more: decisions do not keep it.
   */
  async refuseActedOn(company: CompanyContext, hazard: Hazard): Promise<void> {
    const refusal =
      hazard.decisions.length > 0 && hazard.createdByUserId === company.userId
        ? inUse('Somebody has decided on the hazard.', [])
        : await this.refusalOfUsed(company, hazard);
    if (refusal) throw new ProblemError(refusal.code, refusal);
  }

  private async readable(company: CompanyContext, references: readonly Reference[]): Promise<Reference[]> {
    const idsOf = (wanted: Reference['resource']) =>
      references.filter(({ resource }) => resource === wanted).map(({ id }) => id);
    const actions = await this.actions.archivedById(company, idsOf('actions'));
    const events = await rowsInSight(company, this.events, this.approvedEvents, idsOf('events'));
    return references.filter(({ id }) => actions.has(id) || events.has(id)).slice(0, MAX_REFERENCES);
  }
}

const inUse = (detail: string, references: Reference[]): StepRefusal => ({
  code: 'in-use',
  detail,
  extensions: { references },
});
