import { Injectable } from '@nestjs/common';
import type { ActionSource, CompanyContext, FieldError, SaveAction } from '@safety/contracts';
import { CompanyTransactions, execute, unknownRow } from '@safety/persistence';
import { EventRows } from '../events/events.rows.js';
import { HazardRows } from '../hazards/hazards.rows.js';
import { Courses } from '../read-models/courses.js';

/** What an action takes from its source. */
interface Source {
  faults: FieldError[];
  orgStructureId?: string;
}

const POINTER = '/sourceId';

/** Finds what actions come from. */
@Injectable()
export class ActionSources {
  constructor(
    private readonly hazards: HazardRows,
    private readonly events: EventRows,
    private readonly courses: Courses,
    private readonly transactions: CompanyTransactions,
  ) {}

  /**
   * The source of a new action and its errors. A hazard or event that the caller may not read does not exist, one
   * that is closed takes no more actions; it stays as it is until the transaction ends.
   */
  async find(company: CompanyContext, { sourceType, sourceId }: SaveAction): Promise<Source> {
    if (sourceId === null) return { faults: [] };
    if (sourceType === 'training') {
      const named = [{ pointer: POINTER, id: sourceId }];
      return { faults: await this.courses.faults(company.companyId, named) };
    }
    return this.findHere(company, sourceType, sourceId);
  }

  private async findHere(company: CompanyContext, sourceType: ActionSource, id: string): Promise<Source> {
    const [sources, table] =
      sourceType === 'event' ? ([this.events, 'events'] as const) : ([this.hazards, 'hazards'] as const);
    const visible = await sources.archivedById(company, [id]);
    if (!visible.has(id)) return { faults: [unknownRow(POINTER, sourceType)] };
    const { client } = this.transactions.current(company.companyId);
    const text = `SELECT org_structure_id AS "orgStructureId", status, archived FROM ${table}
      WHERE company_id = $1 AND id = $2 FOR SHARE`;
    const { rows } = await execute<{ orgStructureId: string; status: string; archived: boolean }>(
      client,
      text,
      [company.companyId, id],
    );
    const [row] = rows;
    if (!row) return { faults: [unknownRow(POINTER, sourceType)] };
    const { orgStructureId, status, archived } = row;
    return { orgStructureId, faults: sourceFaults(sourceType, status, archived) };
  }
}

function sourceFaults(sourceType: ActionSource, status: string, archived: boolean): FieldError[] {
  if (archived)
    return [{ pointer: POINTER, code: 'archived-reference', detail: `The ${sourceType} is archived.` }];
  if (status !== 'closed' && status !== 'draft') return [];
  return [{ pointer: POINTER, code: 'not-allowed', detail: `The ${sourceType} is ${status}.` }];
}
