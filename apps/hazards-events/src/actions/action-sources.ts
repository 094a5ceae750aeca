import { Injectable } from '@nestjs/common';
import type { ActionSource, CompanyContext, FieldError, Permission, SaveAction } from '@safety/contracts';
import { CompanyTransactions, execute, unknownRow } from '@safety/persistence';
import { ProblemError, type StepRefusal } from '@safety/platform';
import { Permits } from '../approvals/permits.js';
import type { Register } from '../approvals/register.js';
import { ApprovedEvents } from '../events/approved-events.js';
import { EventRows } from '../events/events.rows.js';
import { ApprovedHazards } from '../hazards/approved-hazards.js';
import { HazardRows } from '../hazards/hazards.rows.js';
import { tellingFault } from '../hazards/telling-fault.js';
import { Courses } from '../read-models/courses.js';
import type { Action } from './action.entity.js';
import { registers } from './action-visibility.js';
import { MOST_BYTES, MOST_OF_SOURCE, PART_ELSEWHERE } from './actions.rows.js';

/** The members that an action takes from its source. */
interface Source {
  faults: FieldError[];
  orgStructureId?: string;
  /** Of a hazard or event, as the caller reads it. */
  status?: string;
}

interface SourceRow {
  orgStructureId: string;
  approvedOrgStructureId: string | null;
  status: string;
  approvedStatus: string | null;
  archived: boolean;
}

/** Actions together; those of suggestions count by their bytes alone. */
interface Weight {
  count: number;
  bytes: number;
}

type SourceOf = Pick<Action, 'sourceType' | 'sourceId'>;

/** The register that a source is a row of, if it is one of this service. */
const registerOf = ({ sourceType, sourceId }: SourceOf): Register | undefined =>
  sourceId === null ? undefined : registers.find(({ what }) => what === sourceType);

/** Where a source counts. */
const placeOf = ({ approvedOrgStructureId, orgStructureId }: SourceRow): string =>
  approvedOrgStructureId ?? orgStructureId;

const MIB = 2 ** 20;
const POINTER = '/sourceId';
const PERMISSION: Permission = 'actions.write';

/** Finds what actions come from. */
@Injectable()
export class ActionSources {
  private readonly rows;

  constructor(
    private readonly hazards: HazardRows,
    approvedHazards: ApprovedHazards,
    events: EventRows,
    approvedEvents: ApprovedEvents,
    private readonly courses: Courses,
    private readonly permits: Permits,
    private readonly transactions: CompanyTransactions,
  ) {
    this.rows = {
      hazard: { working: hazards, approved: approvedHazards },
      event: { working: events, approved: approvedEvents },
    };
  }

  /**
   * The source of a new action and its errors. A hazard or event that the caller may not read does not exist,
   * one that is closed takes no more actions; it stays as it is until the transaction ends.
   */
  async find(
    company: CompanyContext,
    { sourceType, sourceId }: Pick<SaveAction, 'sourceType' | 'sourceId'>,
  ): Promise<Source> {
    if (sourceId === null || sourceType === 'standalone') return { faults: [] };
    if (sourceType === 'training') {
      const named = [{ pointer: POINTER, id: sourceId }];
      return { faults: await this.courses.faults(company, named) };
    }
    return this.findHere(company, sourceType, sourceId);
  }

  /**
   * Throws 403 for a mandatory action without `actions.write` where its hazard or event counts: it would keep
   * others from closing that by something that they may not even read.
   */
  async permitMandatory(
    company: CompanyContext,
    action: Pick<Action, 'sourceType' | 'sourceId' | 'mandatory'>,
  ): Promise<void> {
    const source = action.mandatory ? await this.lock(company, action) : undefined;
    if (!source) return;
    if (await this.mayWriteAt(company, source)) return;
    throw new ProblemError('permission-denied', {
      detail:
        `A mandatory action takes ${PERMISSION} where the ${action.sourceType} is: ask somebody who holds it ` +
        'there, or send mandatory as false where a body has it.',
      extensions: { requiredPermission: PERMISSION },
    });
  }

  /**
   * 409 for a hazard or event that has as many actions as it may, or as large ones: each answer about its
   * approval holds them. Archived ones count no more. `growth` says by how many bytes an action becomes
   * larger, or is. Callers from elsewhere have a part of that, or they would keep those of the place from
   * adding any.
   */
  async refusalOfFull(
    company: CompanyContext,
    action: Pick<Action, 'sourceType' | 'sourceId' | 'orgStructureId'>,
    { growth, isAnother }: { growth: number; isAnother: boolean },
  ): Promise<StepRefusal | undefined> {
    const source = await this.lock(company, action);
    if (!source) return undefined;
    const place = placeOf(source);
    const { here, elsewhere } = await this.weigh(company, action, place);
    const mostOf = ({ count, bytes }: Weight, part: number): string | undefined => {
      if (isAnother && count >= MOST_OF_SOURCE * part) return `${MOST_OF_SOURCE * part} actions`;
      return bytes + growth > MOST_BYTES * part ? `${(MOST_BYTES * part) / MIB} MiB of actions` : undefined;
    };
    const full = (most: string, advice: string): StepRefusal => ({
      code: 'invalid-state',
      detail: `The ${action.sourceType} has ${most}, which is the most: archive others first${advice}.`,
    });
    const all = { count: here.count + elsewhere.count, bytes: here.bytes + elsewhere.bytes };
    const most = mostOf(all, 1);
    if (most) return full(most, '');
    const mostElsewhere = action.orgStructureId === place ? undefined : mostOf(elsewhere, PART_ELSEWHERE);
    if (!mostElsewhere || (await this.mayWriteAt(company, source))) return undefined;
    const advice = `, or ask somebody who holds ${PERMISSION} where it is`;
    return full(`${mostElsewhere} at other places`, advice);
  }

  /** The actions of a source that are not archived, at its place and elsewhere. */
  private async weigh(
    { companyId }: CompanyContext,
    { sourceType, sourceId }: SourceOf,
    place: string,
  ): Promise<{ here: Weight; elsewhere: Weight }> {
    const { client } = this.transactions.current(companyId);
    // count is read: behind the lock of the source, until the transaction ends
    const text = `SELECT org_structure_id = $4 AS "isHere",
        count(*) FILTER (WHERE source_suggested_action_id IS NULL)::int AS count,
        sum(octet_length(actions::text))::int AS bytes
      FROM actions WHERE company_id = $1 AND source_type = $2 AND source_id = $3 AND NOT archived GROUP BY 1`;
    const values = [companyId, sourceType, sourceId, place];
    const { rows } = await execute<Weight & { isHere: boolean }>(client, text, values);
    const of = (isHere: boolean) => rows.find((row) => row.isHere === isHere) ?? { count: 0, bytes: 0 };
    return { here: of(true), elsewhere: of(false) };
  }

  private mayWriteAt(company: CompanyContext, source: SourceRow): Promise<boolean> {
    return this.permits.holds(company, PERMISSION, { orgStructureId: placeOf(source) });
  }

  /** 409 for an action that would keep its source from being closed although that is closed. */
  async refusalOfClosed(
    company: CompanyContext,
    action: Pick<Action, 'sourceType' | 'sourceId' | 'mandatory'>,
  ): Promise<StepRefusal | undefined> {
    const source = action.mandatory ? await this.lock(company, action) : undefined;
    if (source?.status !== 'closed') return undefined;
    return { code: 'invalid-state', detail: `The ${action.sourceType} is closed: reopen it first.` };
  }

  /**
   * Locks a hazard or event that was never approved. Its first approval locks it and then its actions, so
   * that a write of an action has to come here before it locks that one.
   */
  async lockUnapproved({ companyId }: CompanyContext, action: SourceOf): Promise<void> {
    const register = registerOf(action);
    if (!register) return;
    const text = `SELECT FROM ${register.working}
      WHERE company_id = $1 AND id = $2 AND approved_at IS NULL FOR NO KEY UPDATE`;
    await execute(this.transactions.current(companyId).client, text, [companyId, action.sourceId]);
  }

  /** The hazard or event: until the transaction ends nobody closes it, or gives it an action. */
  private async lock({ companyId }: CompanyContext, action: SourceOf): Promise<SourceRow | undefined> {
    const register = registerOf(action);
    if (!register) return undefined;
    const { client } = this.transactions.current(companyId);
    const { working, snapshots } = register;
    const values = [companyId, action.sourceId];
    // A statement that waits for the lock would read the snapshot as it was before.
    const lock = `SELECT FROM ${working} WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`;
    await execute(client, lock, values);
    const text = `SELECT w.org_structure_id AS "orgStructureId", w.status, w.archived,
        s.org_structure_id AS "approvedOrgStructureId", s.status AS "approvedStatus"
      FROM ${working} AS w LEFT JOIN ${snapshots} AS s ON s.company_id = $1 AND s.id = w.id
      WHERE w.company_id = $1 AND w.id = $2`;
    return (await execute<SourceRow>(client, text, values)).rows[0];
  }

  private async tells(company: CompanyContext, sourceType: Register['what'], id: string): Promise<boolean> {
    return sourceType === 'hazard' && (await this.hazards.tellingAuthors(company, [id])).size > 0;
  }

  private async findHere(company: CompanyContext, sourceType: Register['what'], id: string): Promise<Source> {
    const { working, approved } = this.rows[sourceType];
    const row = await this.lock(company, { sourceType, sourceId: id });
    const isWorkingSeen = (await working.archivedById(company, [id])).has(id);
    const isSeen = isWorkingSeen || (await approved.archivedById(company, [id])).has(id);
    if (!row || !isSeen) return { faults: [unknownRow(POINTER, sourceType)] };
    const { orgStructureId, approvedOrgStructureId, status, approvedStatus, archived } = row;
    const faults = sourceFaults(sourceType, status, archived);
    return {
      // A revision that the caller may not read may lie elsewhere.
      orgStructureId: isWorkingSeen ? orgStructureId : (approvedOrgStructureId ?? orgStructureId),
      status: isWorkingSeen ? status : (approvedStatus ?? status),
      faults:
        faults.length > 0 || !(await this.tells(company, sourceType, id)) ? faults : [tellingFault(POINTER)],
    };
  }
}

function sourceFaults(sourceType: ActionSource, status: string, archived: boolean): FieldError[] {
  if (archived)
    return [{ pointer: POINTER, code: 'archived-reference', detail: `The ${sourceType} is archived.` }];
  if (status !== 'closed' && status !== 'draft') return [];
  return [{ pointer: POINTER, code: 'not-allowed', detail: `The ${sourceType} is ${status}.` }];
}
