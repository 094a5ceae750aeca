import type { ListQuery, Page, SortTerm } from '@safety/contracts';
import { invalidParameter, ProblemError } from '@safety/platform';
import type { CompanyRecord } from '../company-record.js';
import { defaultSortOf, type ListDeclaration, sortedProperty } from '../lists/list-declaration.js';
import { matching } from '../lists/lookup.js';
import { TRANSACTION_TIMEOUT_MS } from '../time-limits.js';
import { type Cursors, type CursorValue, cursorScope, type Walk, type WalkBegin } from './cursor.js';
import { type KeysetColumn, withTieBreak } from './keyset.js';
import { anyOf, type Condition, contains, equal, often } from './sql.js';
import type { Table } from './table.js';

export interface UnservedList<Property extends string = string> {
  /** The order when the query names none. */
  defaultSort: SortTerm & { key: Property };
  /** Text properties that `q` looks into. Without indexes it reads every row of the company. */
  search: readonly Property[];
}

/** The list of a resource: its declaration, whose indexes serve it, or its order and search alone. */
export type PageOptions<Property extends string = string> = (
  | (UnservedList<Property> & { lists?: undefined })
  | { lists: ListDeclaration<Property> }
) & {
  /** The table whose cursors the list takes, where both show the same rows in the same orders. */
  cursorsOf?: string;
};

/** The parts that all statements of a page share. */
export interface PagePlan {
  order: SortTerm[];
  keyset: KeysetColumn[];
  scope: string;
  position: CursorValue[] | undefined;
  /** How the walk began, where this is not its first page. */
  begin: WalkBegin | undefined;
}

const MAX_IDS = 100;

/** Throws 400 `too-many-ids` when a query names more than 100. */
export function checkIds(ids: readonly string[] | undefined): void {
  if (!ids || ids.length <= MAX_IDS) return;
  const detail = `At most ${MAX_IDS} ids for each request.`;
  throw new ProblemError('too-many-ids', {
    detail,
    errors: [{ parameter: 'ids', code: 'too-long', detail, maxItems: MAX_IDS }],
  });
}
/**
 * As PostgreSQL sends them. Rows of the largest kind, an event with all its witnesses, have 0.9 MiB: two
 * hundred of them are more than the memory of a process.
 */
export const MOST_BYTES_OF_PAGE = 4 * 2 ** 20;
/** A commit that has begun when the time-out strikes still ends. */
const COMMIT_MARGIN_MS = 2_000;
/** The highest total that is counted. */
export const MAX_EXACT_COUNT = 10_000;

/** Reads a query. Throws 400 for a cursor of another list. */
export function planOf<Row extends CompanyRecord>(
  table: Table<Row>,
  cursors: Cursors,
  options: PageOptions,
  companyId: string,
  query: ListQuery,
): PagePlan {
  const order = withTieBreak(orderOf(query, options));
  const keyset = order.map(({ key, descending }) => table.keysetColumn(key, descending));
  const { cursor, limit, includeTotal, fields, ...bound } = query;
  const scope = cursorScope(companyId, options.cursorsOf ?? table.name, bound);
  const walk = cursor === undefined ? undefined : walkOf(cursors, scope, cursor, keyset);
  return { order, keyset, scope, position: walk?.position, begin: walk };
}

function orderOf({ modifiedSince, sort }: ListQuery, options: PageOptions): SortTerm[] {
  if (!modifiedSince) {
    const { lists } = options;
    if (!lists) return sort ?? [options.defaultSort];
    return (sort ?? [defaultSortOf(lists)]).map((term) => ({
      ...term,
      key: sortedProperty(lists, term.key),
    }));
  }
  if (sort && !(sort.length === 1 && sort[0]?.key === 'modifiedAt' && !sort[0].descending)) {
    throw invalidParameter('sort', 'With modifiedSince the order is modifiedAt, ascending.');
  }
  return [{ key: 'modifiedAt', descending: false }];
}

/** The condition of `q`: looked up where the resource has the index. */
export const searchOf = (options: PageOptions, { q }: ListQuery): Condition | undefined =>
  options.lists ? matching(options.lists, q) : often(contains(options.search, q));

/** The conditions of those declared filters that the query gives. */
export const filtersOf = ({ lists }: PageOptions, query: ListQuery): (Condition | undefined)[] =>
  (lists?.filters ?? []).map((filter) => {
    const wanted = (query as unknown as Record<string, unknown>)[filter];
    return Array.isArray(wanted) ? anyOf(filter, wanted) : equal(filter, wanted);
  });

function walkOf(cursors: Cursors, scope: string, cursor: string, keyset: readonly KeysetColumn[]): Walk {
  const walk = cursors.walkOf(scope, cursor);
  if (walk.position.length !== keyset.length)
    throw new Error('A cursor of this scope has another number of sort values');
  return walk;
}

const cursorValue = (value: unknown): CursorValue =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'boolean'
      ? String(value)
      : (value as CursorValue);

/** Where a row is in the order of the list. */
export const placeOf = <Row extends CompanyRecord>(row: Row, { order }: PagePlan): CursorValue[] =>
  order.map(({ key }) => cursorValue(row[key as keyof Row]));

export interface PageRows<Row extends CompanyRecord> {
  rows: Row[];
  hasMore: boolean;
}

/** The rows, and where to go on. */
export function toPage<Row extends CompanyRecord>(
  { rows, hasMore }: PageRows<Row>,
  plan: PagePlan,
  { limit }: ListQuery,
  begun: WalkBegin,
  count: number | undefined,
  cursors: Cursors,
): Page<Row> {
  const last = rows.at(-1);
  const begin = plan.begin ?? begun;
  return {
    data: rows,
    page: {
      limit,
      hasMore,
      nextCursor: hasMore && last ? cursors.encode(plan.scope, placeOf(last, plan), begin) : null,
      // A change is stamped with the start of its transaction, and none lives longer than the time-out: what
      // was not visible to the first page yet cannot be stamped earlier than this.
      asOf: new Date(begin.seenUntil.getTime() - TRANSACTION_TIMEOUT_MS - COMMIT_MARGIN_MS),
      totalCount: count === undefined || count > MAX_EXACT_COUNT ? null : count,
    },
  };
}
