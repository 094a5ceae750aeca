import { Injectable } from '@nestjs/common';
import {
  type ActionSource,
  actionStatuses,
  type CompanyContext,
  isOpenAction,
  type ListActions,
  type ListQuery,
  openActionStatuses,
  type Page,
  reachOf,
} from '@safety/contracts';
import {
  allOf,
  anyOf,
  atOrBelow,
  before,
  ClientMadeRows,
  type Condition,
  equal,
  foundBy,
  from,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { MOST_SUGGESTIONS } from '../hazards/suggestions.js';
import { Action } from './action.entity.js';
import { actionLists } from './action-lists.js';
import { ofSourcesInSight } from './action-visibility.js';

/** The actions of one hazard or event at most, beside those that approvals make of its suggestions. */
export const MOST_OF_SOURCE = 200;

@Injectable()
export class ActionRows extends ClientMadeRows<Action> {
  constructor(source: RowsSource) {
    super(source, Action, {
      what: 'action',
      visible: (company) =>
        allOf(withinReach(company, reachOf(company, 'actions.read')), ofSourcesInSight(company)),
      lists: actionLists,
    });
  }

  /** `myPersonnelId` is the personnel record of the caller, for `assigneeUserId=me`. */
  async list(
    company: CompanyContext,
    query: ListActions,
    myPersonnelId: string | null,
  ): Promise<Page<Action>> {
    const { orgStructureId, includeDescendants } = query;
    const today = dateIn(company.timeZone, await this.transaction(company).startedAt);
    return this.page(company, query, [
      anyOf('status', query.status),
      query.overdue === undefined ? undefined : overdue(query.overdue, today),
      anyOf('priority', query.priority),
      anyOf('assigneePersonnelId', query.assigneePersonnelId),
      query.assigneeUserId && assignedTo(company, query.assigneeUserId, myPersonnelId),
      anyOf('sourceType', query.sourceType),
      anyOf('sourceId', query.sourceId),
      includeDescendants ? atOrBelow(company, orgStructureId) : anyOf('orgStructureId', orgStructureId),
      from('dueDate', query.dueFrom),
      before('dueDate', query.dueTo),
    ]);
  }

  /** The actions of these sources that the caller may read, the oldest first. */
  async ofSources(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceIds: readonly string[],
  ): Promise<Action[]> {
    if (sourceIds.length === 0) return [];
    const query: ListQuery = {
      limit: sourceIds.length * (MOST_OF_SOURCE + MOST_SUGGESTIONS),
      sort: [{ key: 'createdAt', descending: false }],
      includeArchived: 'false',
      includeTotal: false,
    };
    const conditions = [equal('sourceType', sourceType), anyOf('sourceId', sourceIds)];
    const all: Action[] = [];
    // A page of large rows ends early.
    for (let cursor: string | null | undefined; cursor !== null && all.length < query.limit; ) {
      const { data, page } = await this.page(company, { ...query, ...(cursor && { cursor }) }, conditions);
      all.push(...data);
      cursor = page.nextCursor;
    }
    return all;
  }
}

/** Those that are not overdue are found by their status or their due date: none may be near in the list. */
function overdue(wanted: boolean, today: string): Condition {
  const condition: Condition = (column, binds) =>
    `(${column('status')} = ANY(${binds.add(openActionStatuses)}) ` +
    `AND ${column('dueDate')} < ${binds.add(today)}) = ${binds.add(wanted)}`;
  if (wanted) return condition;
  const settled = actionStatuses.filter((status) => !isOpenAction(status));
  return foundBy(condition, (companyId, atMost) => ({
    text: ['status = ANY ($2)', 'due_date >= $3']
      .map(
        (where) =>
          `(SELECT id FROM actions WHERE company_id = $1 AND archived = ANY ('{f,t}') AND ${where} LIMIT $4)`,
      )
      .join(' UNION ALL '),
    values: [companyId, settled, today, atMost],
  }));
}

const assignedTo =
  ({ userId }: CompanyContext, asked: readonly string[], myPersonnelId: string | null): Condition =>
  (column, binds) => {
    const userIds = asked.map((id) => (id === 'me' ? userId : id));
    const byUser = `${column('assigneeUserId')} = ANY(${binds.add(userIds)}::uuid[])`;
    if (!asked.includes('me') || myPersonnelId === null) return byUser;
    return `(${byUser} OR ${column('assigneePersonnelId')} = ${binds.add(myPersonnelId)})`;
  };
