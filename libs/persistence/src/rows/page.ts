import type { ListQuery, Page, SortTerm } from '@safety/contracts';
import { invalidParameter, ProblemError } from '@safety/platform';
import type { CompanyRecord } from '../company-record.js';
import { TRANSACTION_TIMEOUT_MS } from '../data-source.js';
import { type Cursors, type CursorValue, cursorScope } from './cursor.js';
import { after, type KeysetColumn, orderBy, withTieBreak } from './keyset.js';
import { anyOf, Binds, type Condition, contains, equal, from } from './sql.js';
import type { Table } from './table.js';

export interface PageOptions {
  /** The order when the query names none. */
  defaultSort: SortTerm;
  /** Text properties that `q` looks into. */
  search: readonly string[];
}

export interface PageStatement {
  text: string;
  values: unknown[];
  /** Counts what the list holds, up to one beyond the limit of exact counts; absent when not asked for. */
  count: string | undefined;
  countValues: unknown[];
  scope: string;
  order: SortTerm[];
}

const MAX_IDS = 100;

/** Throws 400 `too-many-ids` when a query names more than 100. */
export function checkIds(ids: readonly string[] | undefined): void {
  if (ids && ids.length > MAX_IDS)
    throw new ProblemError('too-many-ids', { detail: `At most ${MAX_IDS} ids for each request.` });
}
/** A commit that has begun when the time-out strikes still ends. */
const COMMIT_MARGIN_MS = 2_000;
const MAX_EXACT_COUNT = 10_000;

/**
 * The statement of a list page: the company, the conditions, the position of the cursor, one row more than
 * asked.
 */
export function pageStatement<Row extends CompanyRecord>(
  table: Table<Row>,
  cursors: Cursors,
  options: PageOptions,
  companyId: string,
  query: ListQuery,
  conditions: (Condition | undefined)[],
): PageStatement {
  const order = withTieBreak(orderOf(query, options));
  const keyset = order.map(({ key, descending }) => table.keysetColumn(key, descending));
  const { cursor, limit, includeTotal, fields, ...bound } = query;
  const scope = cursorScope(companyId, table.name, bound);
  const binds = new Binds();
  const where = [`company_id = ${binds.add(companyId)}`];
  for (const condition of [...commonConditions(query, options), ...conditions]) {
    if (condition) where.push(condition(table.column, binds));
  }
  const matching = where.join(' AND ');
  const countValues = [...binds.values];
  if (cursor !== undefined) where.push(after(keyset, positionOf(cursors, scope, cursor, keyset), binds));
  // count is read: the total of a list, for its reader
  return {
    text:
      `SELECT ${table.selectList} FROM ${table.name} WHERE ${where.join(' AND ')} ` +
      `ORDER BY ${orderBy(keyset)} LIMIT ${binds.add(limit + 1)}`,
    values: binds.values,
    count: includeTotal
      ? `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${table.name} WHERE ${matching} LIMIT ${MAX_EXACT_COUNT + 1}) AS matching`
      : undefined,
    countValues,
    scope,
    order,
  };
}

function orderOf({ modifiedSince, sort }: ListQuery, options: PageOptions): SortTerm[] {
  if (!modifiedSince) return sort ?? [options.defaultSort];
  if (sort && !(sort.length === 1 && sort[0]?.key === 'modifiedAt' && !sort[0].descending)) {
    throw invalidParameter('sort', 'With modifiedSince the order is modifiedAt, ascending.');
  }
  return [{ key: 'modifiedAt', descending: false }];
}

function commonConditions(query: ListQuery, options: PageOptions): (Condition | undefined)[] {
  checkIds(query.ids);
  const archived = query.modifiedSince ? 'true' : query.includeArchived;
  return [
    archived === 'true' ? undefined : equal('archived', archived === 'only'),
    from('modifiedAt', query.modifiedSince),
    anyOf('id', query.ids),
    equal('externalId', query.externalId),
    contains(options.search, query.q),
  ];
}

function positionOf(
  cursors: Cursors,
  scope: string,
  cursor: string,
  keyset: readonly KeysetColumn[],
): CursorValue[] {
  const position = cursors.decode(scope, cursor);
  if (position.length !== keyset.length)
    throw new Error('A cursor of this scope has another number of sort values');
  return position;
}

const cursorValue = (value: unknown): CursorValue =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'boolean'
      ? String(value)
      : (value as CursorValue);

/** The rows without the one too many, and where to go on. */
export function toPage<Row extends CompanyRecord>(
  rows: Row[],
  { scope, order }: PageStatement,
  { limit }: ListQuery,
  startedAt: Date,
  count: number | undefined,
  cursors: Cursors,
): Page<Row> {
  const hasMore = rows.length > limit;
  const data = hasMore ? rows.slice(0, limit) : rows;
  const last = data.at(-1);
  const position = last && order.map(({ key }) => cursorValue(last[key as keyof Row]));
  return {
    data,
    page: {
      limit,
      hasMore,
      nextCursor: hasMore && position ? cursors.encode(scope, position) : null,
      // A change is stamped with the start of its transaction, and none lives longer than the time-out: what
      // is not visible yet cannot be stamped earlier than this.
      asOf: new Date(startedAt.getTime() - TRANSACTION_TIMEOUT_MS - COMMIT_MARGIN_MS),
      totalCount: count === undefined || count > MAX_EXACT_COUNT ? null : count,
    },
  };
}
