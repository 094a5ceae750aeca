import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import { after, type KeysetColumn, orderBy } from './keyset.js';
import { checkIds, type PagePlan } from './page.js';
import { anyOf, Binds, behindValues, type Condition, equal, from } from './sql.js';
import type { Statement } from './statements.js';
import type { Table } from './table.js';

/** The conditions that decide which rows are in a list. */
export interface PageConditions {
  companyId: string;
  /** Its own of the request, and those of the caller's reach. */
  conditions: readonly (Condition | undefined)[];
  /** Read no more than this many rows, and keep those of them that meet the conditions. */
  walk?: number;
  /** Of a view: a statement of the ids of all rows that may meet the conditions, or of more than `MANY`. */
  among?: Statement | undefined;
  /** The ids of all rows that may meet the conditions. */
  found?: readonly string[] | undefined;
}

export interface PageTables<Row extends CompanyRecord> {
  table: Table<Row>;
  /**
   * Of a view from which rows are left out, the table that has its rows, its keys of sorting and its text.
   */
  behind: Table<CompanyRecord> | undefined;
  /** It is a view of several tables. */
  isUnion: boolean;
}

/** So many ids are read and compared in less time than it takes to look as many rows through. */
export const MANY = 8_000;
/** More ids than any company has rows. */
export const ALL = 2_000_000_000;

/**
 * A limit in the text, which reads a few rows more. Of one that is a value PostgreSQL expects a tenth of all
 * rows, and plans a view of six tables anew each time.
 */
const literalLimit = (limit: number): number => LIMITS.find((most) => most > limit) ?? limit + 1;
const LIMITS = [2, 6, 11, 16, 21, 31, 51, 76, 101, 151, 201];

/** The statement of the rows of several ranges, whose conditions it takes. */
type RangesReader = (ranges: readonly string[]) => string;

/**
 * The statement of a list page: the company, the conditions, the position of the cursor, one row more than
 * asked. Rows in several ranges of an index, such as archived rows and the others, are read from each and
 * merged.
 */
export function pageStatement<Row extends CompanyRecord>(
  { table, behind, isUnion }: PageTables<Row>,
  { keyset, position }: PagePlan,
  query: ListQuery,
  { companyId, conditions, walk, among, found }: PageConditions,
): Statement {
  const binds = new Binds();
  const company = binds.add(companyId);
  const given = [...ownConditions(query), isUnion ? undefined : anyOf('id', found), ...conditions].filter(
    (condition) => condition !== undefined,
  );
  const keepsPlan = behind && (given.length === 0 || given.some(({ candidates }) => candidates));
  const limit = keepsPlan ? String(literalLimit(query.limit)) : binds.add(query.limit + 1);
  const places = position ? after(keyset, position).map((place) => place(binds)) : [undefined];
  const modified = from('modifiedAt', query.modifiedSince)?.(table.column, binds);
  const reading = { keyset, company, limit, walk, among: among !== undefined, isFound: found !== undefined };
  const read = behind
    ? oneByOne(table, behind, given, binds, reading)
    : inOneGo(table, given, binds, { ...reading, ids: isUnion && found ? binds.add(found) : undefined });
  const ranges = archivedRanges(query).flatMap((archived) =>
    places.map((place) =>
      [`company_id = ${company}`, archived, modified, place].filter(Boolean).join(' AND '),
    ),
  );
  const text = read(ranges);
  if (!among) return { text, values: binds.values };
  const ids = behindValues(among, binds.values.length);
  return { text: `WITH among AS MATERIALIZED (${ids}) ${text}`, values: [...binds.values, ...among.values] };
}

interface Reading {
  keyset: readonly KeysetColumn[];
  /** Placeholders. */
  company: string;
  limit: string;
  walk: number | undefined;
  among: boolean;
  isFound: boolean;
}

function inOneGo(
  table: Table<CompanyRecord>,
  given: readonly Condition[],
  binds: Binds,
  { keyset, limit, walk, ids }: Omit<Reading, 'among'> & { ids: string | undefined },
): RangesReader {
  const parts = given.map((condition) => condition(table.column, binds));
  const order = orderBy(keyset);
  const page = (from: string, conditions: readonly string[]) =>
    `SELECT ${table.selectList} FROM ${from}${where(conditions)} ORDER BY ${order} LIMIT ${limit}`;
  if (walk !== undefined) return (ranges) => page(firstOf(table, ranges, order, walk), parts);
  const pageOf = (range: string) => {
    if (ids === undefined) return page(table.name, [range, ...parts]);
    // Of several ids at once, PostgreSQL may read all that an index of one of the tables holds.
    const each = `(SELECT * FROM ${table.name} WHERE ${range} AND id = wanted.id OFFSET 0) AS one`;
    const found = `(SELECT one.* FROM unnest(${ids}::uuid[]) AS wanted(id), LATERAL ${each})`;
    return page(`${found} AS ${table.name}`, parts);
  };
  return (ranges) => merge(ranges.map(pageOf), keyset, limit);
}

/** The first rows of a table in all of the ranges together, under its name. */
function firstOf(
  { name }: Table<CompanyRecord>,
  ranges: readonly string[],
  order: string,
  most: number,
): string {
  const first = (rows: string) => `SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${most}`;
  const each = ranges.map((range) => `(${first(`${name} WHERE ${range}`)})`);
  return each.length === 1
    ? `${each[0]} AS ${name}`
    : `(${first(`(${each.join(' UNION ALL ')}) AS ${name}`)}) AS ${name}`;
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;

/**
 * The index of the table says the order, and the view is asked for one row at a time until the page is full.
 * PostgreSQL would join all rows that are looked through before it leaves one out.
 */
function oneByOne(
  table: Table<CompanyRecord>,
  behind: Table<CompanyRecord>,
  given: readonly Condition[],
  binds: Binds,
  { keyset, company, limit, walk, among, isFound }: Reading,
): RangesReader {
  const early = given.filter((one) => isAbout(behind, one));
  const others = given.filter((one) => !isAbout(behind, one));
  const isTestedById = (one: Condition) => !isFound && one.idTest !== undefined;
  const late = others.filter((one) => !isTestedById(one)).map((one) => one(table.column, binds));
  const rests = isFound ? [] : others.flatMap(({ idTest }) => idTest?.rest?.('walked.id', binds) ?? []);
  const probes = isFound
    ? []
    : others.flatMap(({ idTest }) => idTest?.probe(`${behind.name}.id`, binds) ?? []);
  const tests = [...early.map((one) => one(table.column, binds)), ...probes];
  if (among)
    tests.unshift(
      `CASE WHEN EXISTS (SELECT FROM among OFFSET ${MANY}) THEN true ELSE id IN (SELECT id FROM among) END`,
    );
  const keys = keyset.map(({ sql }) => sql).join(', ');
  const order = orderBy(keyset);
  const row = [`company_id = ${company}`, 'id = walked.id', ...late, ...rests].join(' AND ');
  const isWhole = given.every(({ candidates }) => !candidates) && others.length === 0;
  const most = isFound ? '' : isWhole ? ` LIMIT ${limit}` : UNKNOWN_LIMIT;
  const walked = (from: string, conditions: readonly string[], most = ''): string =>
    `SELECT shown.* FROM (SELECT ${keys} FROM ${from}${where(conditions)} ORDER BY ${order}${most}) AS walked, ` +
    `LATERAL (SELECT ${table.selectList} FROM ${table.name} WHERE ${row} LIMIT 1) AS shown ` +
    `ORDER BY ${orderBy(keyset, ({ sql }) => `walked.${sql}`)} LIMIT ${limit}`;
  if (walk !== undefined) return (ranges) => walked(firstOf(behind, ranges, order, walk), tests);
  return (ranges) =>
    merge(
      ranges.map((range) => walked(behind.name, [range, ...tests], most)),
      keyset,
      limit,
    );
}

/**
 * No limit, of which PostgreSQL does not know: it would read and sort all rows, instead of the first ones.
 */
const UNKNOWN_LIMIT = ' LIMIT (SELECT NULL::bigint)';

/** Whether a condition asks for columns of this table alone. */
export function isAbout(table: Table<CompanyRecord>, condition: Condition): boolean {
  let isIts = true;
  condition((property) => {
    isIts &&= table.has(property);
    return property;
  }, new Binds());
  return isIts;
}

function merge(ranges: readonly string[], keyset: readonly KeysetColumn[], limit: string): string {
  const [only, ...others] = ranges;
  if (only !== undefined && others.length === 0) return only;
  const each = ranges.map((range) => `(${range})`).join(' UNION ALL ');
  const merged = orderBy(keyset, ({ property }) => `"${property}"`);
  return `SELECT * FROM (${each}) AS ranges ORDER BY ${merged} LIMIT ${limit}`;
}

/** The index of changes holds archived rows and others together; every other one holds them apart. */
export function archivedRanges({ includeArchived, modifiedSince }: ListQuery): string[] {
  if (modifiedSince) return [includeArchived === 'only' ? 'archived = true' : ''];
  if (includeArchived === 'true') return ['archived = false', 'archived = true'];
  return [`archived = ${includeArchived === 'only'}`];
}

export function ownConditions(query: ListQuery): (Condition | undefined)[] {
  checkIds(query.ids);
  return [anyOf('id', query.ids), equal('externalId', query.externalId)];
}
