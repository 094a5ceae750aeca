import type { ListQuery } from '@safety/contracts';
import type { CompanyRecord } from '../company-record.js';
import { MAX_EXACT_COUNT } from './page.js';
import {
  ALL,
  archivedRanges,
  isAbout,
  ownConditions,
  type PageConditions,
  type PageTables,
} from './page-statement.js';
import { anyOf, Binds, behindValues, foundByAll, from } from './sql.js';
import type { Statement } from './statements.js';
import type { Table } from './table.js';

/** Counts what the list holds, up to one beyond the limit of exact counts. */
export function countStatement<Row extends CompanyRecord>(
  table: Table<Row>,
  query: ListQuery,
  { companyId, conditions, found }: PageConditions,
): Statement {
  const binds = new Binds();
  const parts = givenOf(query, { conditions, found }).map((condition) => condition?.(table.column, binds));
  const company = `company_id = ${binds.add(companyId)}`;
  const matching = [company, mergedArchived(query), ...parts].filter(Boolean).join(' AND ');
  return { text: countSql(table.name, matching), values: binds.values };
}

const givenOf = (query: ListQuery, { conditions, found }: Omit<PageConditions, 'companyId'>) => [
  from('modifiedAt', query.modifiedSince),
  ...ownConditions(query),
  anyOf('id', found),
  ...conditions,
];

// count is read: the total of a list, for its reader
const countSql = (rows: string, matching?: string): string =>
  `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${rows}` +
  `${matching ? ` WHERE ${matching}` : ''} LIMIT ${MAX_EXACT_COUNT + 1}) AS matching`;

/**
 * Counts the rows of a view in the table behind it, where each condition is about that table or tests its
 * ids by indexes alone: no row is read for the others. None where one is neither.
 */
export function countByIds<Row extends CompanyRecord>(
  { table, behind }: PageTables<Row>,
  query: ListQuery,
  { companyId, conditions, found }: PageConditions,
): Statement | undefined {
  if (!behind) return undefined;
  const binds = new Binds();
  const company = `company_id = ${binds.add(companyId)}`;
  const given = givenOf(query, { conditions, found }).filter((condition) => condition !== undefined);
  const others = given.filter((condition) => !isAbout(behind, condition));
  if (others.some(({ candidates, idTest }) => !candidates || !idTest)) return undefined;
  const early = given.filter((condition) => isAbout(behind, condition));
  const tests = early.map((condition) => condition(table.column, binds));
  const range = [company, mergedArchived(query), ...tests].filter(Boolean).join(' AND ');
  const rows = `SELECT id FROM ${behind.name} WHERE ${range}`;
  const rests = others.flatMap(({ idTest }) => idTest?.rest?.('counted.id', binds) ?? []);
  const probes = found ? others.flatMap(({ idTest }) => idTest?.probe('counted.id', binds) ?? []) : [];
  const matching = [...probes, ...rests].join(' AND ');
  const sets = found ? [] : others.flatMap((one) => one.candidates?.(companyId, ALL, table.name) ?? []);
  if (sets.length === 0) return { text: countSql(`(${rows}) AS counted`, matching), values: binds.values };
  const all = foundByAll(sets);
  // Sets are compared in one go, whatever PostgreSQL believes of their size; a join may look each row up.
  const counted = `(${behindValues(all, binds.values.length)}) INTERSECT (${rows})`;
  return { text: countSql(`(${counted}) AS counted`, matching), values: [...binds.values, ...all.values] };
}

const mergedArchived = (query: ListQuery): string =>
  archivedRanges(query).length === 1 ? (archivedRanges(query)[0] ?? '') : '';
