import type { ListQuery, Page, SortTerm } from '@safety/contracts';
import { invalidParameter, ProblemError } from '@safety/platform';
import type { CompanyRecord } from '../company-record.js';
import { defaultSortOf, type ListDeclaration, sortedProperty } from '../lists/list-declaration.js';
import { matching } from '../lists/lookup.js';
import { TRANSACTION_TIMEOUT_MS } from '../time-limits.js';
import { type Cursors, type CursorValue, cursorScope } from './cursor.js';
import { after, type KeysetColumn, orderBy, withTieBreak } from './keyset.js';
import { anyOf, Binds, type Condition, contains, equal, from } from './sql.js';
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

/** The conditions that decide which rows are in a list. */
export interface PageConditions {
  companyId: string;
  /** Its own of the request, and those of the caller's reach. */
  conditions: readonly (Condition | undefined)[];
  /** Read no more than this many rows, and keep those of them that meet the conditions. */
  walk?: number;
}

export interface PageStatement {
  text: string;
  values: unknown[];
}

/** The parts that all statements of a page share. */
export interface PagePlan {
  order: SortTerm[];
  keyset: KeysetColumn[];
  scope: string;
  position: CursorValue[] | undefined;
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
  const position = cursor === undefined ? undefined : positionOf(cursors, scope, cursor, keyset);
  return { order, keyset, scope, position };
}

/**
 * The statement of a list page: the company, the conditions, the position of the cursor, one row more than
 * asked. Rows in several ranges of an index, such as archived rows and the others, are read from each and
 * merged.
 */
export function pageStatement<Row extends CompanyRecord>(
  table: Table<Row>,
  { keyset, position }: PagePlan,
  query: ListQuery,
  { companyId, conditions, walk }: PageConditions,
): PageStatement {
  const binds = new Binds();
  const company = binds.add(companyId);
  const limit = binds.add(query.limit + 1);
  const given = [...ownConditions(query), ...conditions].filter((condition) => condition !== undefined);
  const parts = given.map((condition) => condition(table.column, binds));
  const bounds = [from('modifiedAt', query.modifiedSince)?.(table.column, binds)];
  const places = position ? after(keyset, position).map((place) => place(binds)) : [undefined];
  const order = orderBy(keyset);
  const ranges = archivedRanges(query).flatMap((archived) =>
    places.map((place) => {
      const range = [`company_id = ${company}`, archived, ...bounds, place].filter(Boolean).join(' AND ');
      const rows = parts.join(' AND ');
      return walk === undefined
        ? `SELECT ${table.selectList} FROM ${table.name} WHERE ${[range, ...parts].join(' AND ')} ` +
            `ORDER BY ${order} LIMIT ${limit}`
        : `SELECT ${table.selectList} FROM (SELECT * FROM ${table.name} WHERE ${range} ` +
            `ORDER BY ${order} LIMIT ${walk}) AS ${table.name} WHERE ${rows} ORDER BY ${order} LIMIT ${limit}`;
    }),
  );
  const [only, ...others] = ranges;
  if (only !== undefined && others.length === 0) return { text: only, values: binds.values };
  const merged = orderBy(keyset, ({ property }) => `"${property}"`);
  const each = ranges.map((range) => `(${range})`).join(' UNION ALL ');
  return {
    text: `SELECT * FROM (${each}) AS ranges ORDER BY ${merged} LIMIT ${limit}`,
    values: binds.values,
  };
}

/** Counts what the list holds, up to one beyond the limit of exact counts. */
export function countStatement<Row extends CompanyRecord>(
  table: Table<Row>,
  query: ListQuery,
  { companyId, conditions }: PageConditions,
): PageStatement {
  const binds = new Binds();
  const where = [`company_id = ${binds.add(companyId)}`, mergedArchived(query)];
  for (const condition of [from('modifiedAt', query.modifiedSince), ...ownConditions(query), ...conditions]) {
    if (condition) where.push(condition(table.column, binds));
  }
  const matching = where.filter(Boolean).join(' AND ');
  // count is read: the total of a list, for its reader
  const text = `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${table.name} WHERE ${matching} LIMIT ${MAX_EXACT_COUNT + 1}) AS matching`;
  return { text, values: binds.values };
}

/** The index of changes holds archived rows and others together; every other one holds them apart. */
function archivedRanges({ includeArchived, modifiedSince }: ListQuery): string[] {
  if (modifiedSince) return [''];
  if (includeArchived === 'true') return ['archived = false', 'archived = true'];
  return [`archived = ${includeArchived === 'only'}`];
}

const mergedArchived = (query: ListQuery): string =>
  archivedRanges(query).length === 1 ? (archivedRanges(query)[0] ?? '') : '';

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

function ownConditions(query: ListQuery): (Condition | undefined)[] {
  checkIds(query.ids);
  return [anyOf('id', query.ids), equal('externalId', query.externalId)];
}

/** The condition of `q`: looked up where the resource has the index. */
export const searchOf = (options: PageOptions, { q }: ListQuery): Condition | undefined =>
  options.lists ? matching(options.lists, q) : contains(options.search, q);

/** The conditions of those declared filters that the query gives. */
export const filtersOf = ({ lists }: PageOptions, query: ListQuery): (Condition | undefined)[] =>
  (lists?.filters ?? []).map((filter) => {
    const wanted = (query as unknown as Record<string, unknown>)[filter];
    return Array.isArray(wanted) ? anyOf(filter, wanted) : equal(filter, wanted);
  });

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
  { scope, order }: PagePlan,
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
