import { Injectable } from '@nestjs/common';
import {
  type ActionSource,
  actionStatuses,
  type CompanyContext,
  isOpenAction,
  type ListActions,
  openActionStatuses,
  type Page,
  reachOf,
} from '@safety/contracts';
import {
  allOf,
  anyOf,
  Binds,
  before,
  ClientMadeRows,
  type Condition,
  equal,
  foundBy,
  from,
  lyingAt,
  MOST_BYTES_OF_PAGE,
  RowsSource,
  withinReach,
} from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { Action } from './action.entity.js';
import { actionLists } from './action-lists.js';
import { ofSourcesInSight } from './action-visibility.js';

/** The actions of one hazard or event at most, beside those that approvals make of its suggestions. */
export const MOST_OF_SOURCE = 200;

/** The bytes of the actions of one source at most, and of those in one answer about several sources. */
export const MOST_BYTES = MOST_BYTES_OF_PAGE;

/**
 * The part of both for actions at other places than their source, by callers who may not write actions where
 * that is: the rest is left to those who may.
 */
export const PART_ELSEWHERE = 1 / 4;

/** So many are read at once: of the largest ones the database sends no more than a process has room for. */
const AT_ONCE = 250;

/** About as many bytes as the action has in an answer. */
export const bytesOf = (action: object): number => Buffer.byteLength(JSON.stringify(action));

/** Actions of some sources, in the order of these. */
export interface ActionsOfSources {
  actions: Action[];
  /** As many of the sources, from the first on, have all of theirs among them. */
  complete: number;
}

@Injectable()
export class ActionRows extends ClientMadeRows<Action> {
  constructor(source: RowsSource) {
    super(source, Action, {
      what: 'action',
      visible: (company) =>
        allOf(withinReach(company, reachOf(company, 'actions.read')), ofSourcesInSight(company)),
      lists: actionLists,
      inner: ['priorityRank'],
    });
  }

  /** `myPersonnelIds` are the personnel records of the caller, for `assigneeUserId=me`. */
  async list(
    company: CompanyContext,
    query: ListActions,
    myPersonnelIds: readonly string[],
  ): Promise<Page<Action>> {
    const today = dateIn(company.timeZone, await this.transaction(company).startedAt);
    return this.page(company, query, [
      anyOf('status', query.status),
      query.overdue === undefined ? undefined : overdue(query.overdue, today),
      anyOf('priority', query.priority),
      anyOf('assigneePersonnelId', query.assigneePersonnelId),
      query.assigneeUserId && assignedTo(company, query.assigneeUserId, myPersonnelIds),
      anyOf('sourceType', query.sourceType),
      anyOf('sourceId', query.sourceId),
      lyingAt(company, query),
      from('dueDate', query.dueFrom),
      before('dueDate', query.dueTo),
    ]);
  }

  /**
   * The actions of these sources that the caller may read, the oldest first: all of the first source, and
   * those of others until all have 4 MiB.
   */
  async ofSources(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceIds: readonly string[],
  ): Promise<ActionsOfSources> {
    const actions: Action[] = [];
    let bytes = 0;
    for (let left = sourceIds; left.length > 0; ) {
      const { rows, isCut } = await this.further(company, sourceType, left, actions.at(-1));
      for (const row of rows) {
        bytes += bytesOf(row);
        const place = sourceIds.indexOf(row.sourceId ?? '');
        if (bytes > MOST_BYTES && place > 0) return { actions, complete: place };
        actions.push(row);
        left = sourceIds.slice(place);
      }
      if (!isCut && rows.length < AT_ONCE) break;
    }
    return { actions, complete: sourceIds.length };
  }

  /** The next of them; of the first source those behind `last`, where that is one of its actions. */
  private further(
    company: CompanyContext,
    sourceType: ActionSource,
    sourceIds: readonly string[],
    last: Action | undefined,
  ) {
    const { column, name, selectList } = this.table;
    const binds = new Binds();
    const given = [this.visible(company), equal('sourceType', sourceType), anyOf('sourceId', sourceIds)];
    const place = `array_position(${binds.add(sourceIds)}::uuid[], ${column('sourceId')})`;
    const order = [place, column('createdAt'), column('id')].join(', ');
    const conditions = [
      `company_id = ${binds.add(company.companyId)} AND NOT archived`,
      ...given.flatMap((condition) => condition?.(column, binds) ?? []),
      ...(last ? [`(${order}) > (1, ${binds.add(last.createdAt)}, ${binds.add(last.id)})`] : []),
    ];
    const text =
      `SELECT ${selectList} FROM ${name} WHERE ${conditions.join(' AND ')} ` +
      `ORDER BY ${order} LIMIT ${AT_ONCE}`;
    return this.transaction(company).read<Action>(text, binds.values, MOST_BYTES);
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
  ({ userId }: CompanyContext, asked: readonly string[], myPersonnelIds: readonly string[]): Condition =>
  (column, binds) => {
    const userIds = asked.map((id) => (id === 'me' ? userId : id));
    const byUser = `${column('assigneeUserId')} = ANY(${binds.add(userIds)}::uuid[])`;
    if (!asked.includes('me') || myPersonnelIds.length === 0) return byUser;
    return `(${byUser} OR ${column('assigneePersonnelId')} = ANY(${binds.add(myPersonnelIds)}::uuid[]))`;
  };
