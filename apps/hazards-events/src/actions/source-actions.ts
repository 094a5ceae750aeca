import { Injectable } from '@nestjs/common';
import {
  type ActionSource,
  type CompanyContext,
  isOpenAction,
  openActionStatuses,
  type Reach,
} from '@safety/contracts';
import {
  belowSql,
  CompanyTransactions,
  type Condition,
  execute,
  foundBy,
  type ListDeclaration,
  MODIFIED_NOW,
} from '@safety/persistence';
import { dateIn, type StepRefusal } from '@safety/platform';
import type { Action } from './action.entity.js';
import { type ActionView, ActionViews } from './action-views.js';
import { ActionRows } from './actions.rows.js';

/** The references in one refusal at most. */
const MOST_NAMED = 5;

export interface ActionCounts {
  openActionCount: number;
  overdueActionCount: number;
}

/** SQL of `isPending` for what is done: its named verifier has not seen it yet. */
const WAITS_FOR_VERIFIER = `(status = 'completed' AND verifier_user_id IS NOT NULL)`;

type Blocking = Pick<Action, 'id' | 'reference' | 'status'>;

/** `counts` has no entry for a source without open actions. */
export const NO_ACTIONS: ActionCounts = { openActionCount: 0, overdueActionCount: 0 };

/** The actions of hazards and events, as these show and count them. */
@Injectable()
export class SourceActions {
  constructor(
    private readonly rows: ActionRows,
    private readonly views: ActionViews,
    private readonly transactions: CompanyTransactions,
  ) {}

  /**
   * How many actions of each source are open and overdue. They count whether or not the caller may read them.
   */
  async counts(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceIds: readonly string[],
  ): Promise<Map<string, ActionCounts>> {
    const transaction = this.transactions.current(company.companyId);
    const today = dateIn(company.timeZone, await transaction.startedAt);
    // count is read: for the reader of a hazard or event
    const text = `SELECT source_id AS id, count(*)::int AS "openActionCount",
        (count(*) FILTER (WHERE due_date < $4))::int AS "overdueActionCount"
      FROM actions WHERE company_id = $1 AND source_type = $2 AND source_id = ANY($3)
        AND status = ANY($5) AND NOT archived
      GROUP BY source_id`;
    const values = [company.companyId, sourceType, sourceIds, today, openActionStatuses];
    const { rows } = await transaction.read<ActionCounts & { id: string }>(text, values);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  /**
   * The actions of each source that the caller may read, the oldest first. The last sources have no entry
   * where those of all have more than 4 MiB; the first one always has.
   */
  async of(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceIds: readonly string[],
  ): Promise<Map<string, ActionView[]>> {
    const { actions, complete } = await this.rows.ofSources(company, sourceType, sourceIds);
    const views = Map.groupBy(await this.views.of(company, actions), ({ sourceId }) => sourceId ?? '');
    return new Map(sourceIds.slice(0, complete).map((id) => [id, views.get(id) ?? []]));
  }

  /**
   * 409 `open-actions` for a source with a mandatory action that keeps it from being closed, whether or not
   * the caller may read it. It names those alone that the caller may.
   */
  async refusalOfOpen(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceId: string,
  ): Promise<StepRefusal | undefined> {
    const { client } = this.transactions.current(company.companyId);
    const text = `SELECT id, reference, status FROM actions
      WHERE company_id = $1 AND source_type = $2 AND source_id = $3 AND mandatory AND NOT archived
        AND (status = ANY($4) OR ${WAITS_FOR_VERIFIER})
      ORDER BY reference`;
    const values = [company.companyId, sourceType, sourceId, openActionStatuses];
    const { rows } = await execute<Blocking>(client, text, values);
    if (rows.length === 0) return undefined;
    const ids = rows.map(({ id }) => id);
    const readable = await this.rows.archivedById(company, ids);
    const { open = [], waiting = [] } = Object.groupBy(rows, ({ status }) =>
      isOpenAction(status) ? 'open' : 'waiting',
    );
    const details = [
      blockingDetail(open, readable, 'Mandatory actions are still open'),
      blockingDetail(
        waiting,
        readable,
        'Mandatory actions wait for the verifier whom they name',
        '; an administrator may name another',
      ),
    ];
    return { code: 'open-actions', detail: details.filter((detail) => detail !== undefined).join(' ') };
  }

  /**
   * Stamps the actions of a source that is approved for the first time: polls by `modifiedSince` have them
   * from now on for those who could not read what waited. The row of the source must be locked.
   */
  async comeIntoSight({ companyId }: CompanyContext, sourceType: ActionSource, sourceId: string) {
    // around visible: nothing that an action says is written; its source is authorised, and locked
    const text = `UPDATE actions SET ${MODIFIED_NOW}
      WHERE company_id = $1 AND source_type = $2 AND source_id = $3 AND NOT archived`;
    await execute(this.transactions.current(companyId).client, text, [companyId, sourceType, sourceId]);
  }

  /** Whether an action of the source is still open, or keeps it from being closed. */
  async hasPending(
    { companyId }: CompanyContext,
    sourceType: ActionSource,
    sourceId: string,
  ): Promise<boolean> {
    const text = `SELECT id FROM actions
      WHERE company_id = $1 AND source_type = $2 AND source_id = $3 AND NOT archived
        AND (status = ANY($4) OR (mandatory AND ${WAITS_FOR_VERIFIER}))
      LIMIT 1`;
    const values = [companyId, sourceType, sourceId, openActionStatuses];
    const { rows } = await this.transactions.current(companyId).read<{ id: string }>(text, values);
    return rows.length > 0;
  }
}

/** Some of the actions that keep their source from being closed, and how many others there are. */
function blockingDetail(
  blocking: readonly Blocking[],
  readable: ReadonlyMap<string, boolean>,
  lead: string,
  wayOut = '',
): string | undefined {
  if (blocking.length === 0) return undefined;
  const references = blocking.filter(({ id }) => readable.has(id)).map(({ reference }) => reference);
  const named = references.slice(0, MOST_NAMED);
  const others = blocking.length - named.length;
  if (named.length === 0) return `${lead}: ${others} that you may not read. Ask an administrator.`;
  return `${lead}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}${wayOut}.`;
}

/**
 * The sources with or without actions that are open, in the list of `table`. Those within `reach` are found
 * by these actions, in the tables of `lists`.
 */
export function withOpenActions(
  { companyId }: CompanyContext,
  sourceType: ActionSource,
  { table, lists, reach }: { table: string; lists: ListDeclaration; reach: Reach },
  wanted: boolean | undefined,
): Condition | undefined {
  if (wanted === undefined) return undefined;
  const condition: Condition = (column, binds) =>
    `${wanted ? '' : 'NOT '}EXISTS (SELECT 1 FROM actions AS a WHERE a.company_id = ${binds.add(companyId)} ` +
    `AND a.source_type = ${binds.add(sourceType)} AND a.source_id = ${table}.${column('id')} ` +
    `AND a.status = ANY(${binds.add(openActionStatuses)}) AND NOT a.archived)`;
  if (!wanted) return condition;
  return foundBy(condition, (_, atMost) => {
    const open = `SELECT a.source_id AS id FROM actions AS a WHERE a.company_id = $1 AND a.archived = false
      AND a.status = ANY ($2) AND a.source_type = $3`;
    const values = [companyId, openActionStatuses, sourceType, atMost];
    if (reach === 'everywhere') return { text: `${open} LIMIT $4`, values };
    const there = `org_structure_id = ANY (ARRAY(${belowSql('$1', ['$5'])}))`;
    const text = [lists.table, ...(lists.further ?? [])]
      .map(
        (one) =>
          `(SELECT s.id FROM ${one} AS s JOIN (${open}) AS found ON found.id = s.id ` +
          `WHERE s.company_id = $1 AND s.${there} LIMIT $4)`,
      )
      .join(' UNION ALL ');
    return { text, values: [...values, reach] };
  });
}
