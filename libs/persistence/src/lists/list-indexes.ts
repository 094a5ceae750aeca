import type { IndexToBuild } from '../prepare/build-index.js';
import { columnOf, defaultSortOf, type ListDeclaration, sortedProperty } from './list-declaration.js';
import { lookupSql } from './lookup-functions.js';
import { bare, lookups } from './lookups.js';

/** The properties that a list is sorted by. */
const sortedProperties = (lists: ListDeclaration): string[] => [
  ...new Set(
    [...lists.sorts, ...(lists.nullableSorts ?? []), 'modifiedAt', defaultSortOf(lists).key].map((key) =>
      sortedProperty(lists, key),
    ),
  ),
];

/** The indexes of columns that serve a list. `archived` leads each: a list shows such rows or the others. */
export function columnIndexes(lists: ListDeclaration): IndexToBuild[] {
  const { table, nullableSorts = [], filters = [] } = lists;
  const index = (name: string, columns: readonly string[]): IndexToBuild => ({
    name: `${table}_${name}`,
    on: `${table} (company_id, archived, ${columns.join(', ')})`,
  });
  return [
    ...sortedProperties(lists).map((key) => index(`by_${bare(key)}`, [columnOf(key), 'id'])),
    ...nullableSorts.map((key) =>
      index(`by_${bare(key)}_down`, [`${columnOf(key)} DESC NULLS LAST`, 'id DESC']),
    ),
    ...filters.map((property) =>
      index(`of_${bare(property)}`, [columnOf(property), columnOf(defaultSortOf(lists).key), 'id']),
    ),
  ];
}

/**
 * SQL of the indexes that serve a list, for the migration that makes the table. Later, `growList` adds to
 * them.
 */
export const listIndexesSql = (lists: ListDeclaration): string =>
  [
    ...columnIndexes(lists).map(({ name, on }) => `CREATE INDEX IF NOT EXISTS "${name}" ON ${on};`),
    ...lookups(lists).map((lookup) => lookupSql(lists.table, lookup)),
  ].join('\n');

/** SQL that removes what `listIndexesSql` made, before the table itself goes or for `down`. */
export function dropListIndexesSql(lists: ListDeclaration): string {
  const { table } = lists;
  const names = [
    ...columnIndexes(lists).map(({ name }) => name),
    ...lookups(lists).map(({ name }) => `${table}_${name}`),
  ];
  return [
    ...lookups(lists).map(({ name, kind }) => `DROP FUNCTION ${table}_${name}(uuid, ${kind}, integer);`),
    `DROP INDEX ${names.map((name) => `"${name}"`).join(', ')};`,
    `DROP POLICY IF EXISTS search ON ${table};`,
  ].join('\n');
}
