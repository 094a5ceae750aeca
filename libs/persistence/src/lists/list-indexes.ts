import type { IndexToBuild } from '../prepare/build-index.js';
import {
  columnOf,
  defaultSortOf,
  type ListDeclaration,
  searchText,
  sortedProperty,
} from './list-declaration.js';

const bare = (property: string): string => columnOf(property).slice(1, -1);

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

/** An index that the role of searches alone can use, and how its function asks it. */
export interface Lookup {
  name: string;
  kind: 'text' | 'text[]';
  columns: readonly string[];
  /** The indexed expression, and the condition for rows that have what is `wanted`. */
  keys: string;
  condition: string;
  /** The text that is indexed, of which a few rows say what to ask for: `asked` in the condition. */
  sampled?: string;
}

export function lookups({ search = [], sets = [] }: ListDeclaration): Lookup[] {
  const text = searchText(search.map(columnOf));
  const searches: Lookup[] = search.length
    ? [
        {
          name: 'matching',
          kind: 'text',
          columns: search.map(columnOf),
          keys: `text_keys(company_id, ${text})`,
          sampled: text,
          condition: `text_keys(company_id, ${text}) @> asked
            AND ${text} LIKE '%' || regexp_replace(lower(wanted), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
        },
      ]
    : [];
  return [
    ...searches,
    ...sets.map((property): Lookup => {
      const column = columnOf(property);
      return {
        name: setLookup(property),
        kind: 'text[]',
        columns: [column],
        keys: `set_keys(company_id, ${column}::text[])`,
        condition: `set_keys(company_id, ${column}::text[]) && set_keys(company, wanted)
          AND ${column}::text[] && wanted`,
      };
    }),
  ];
}

export const setLookup = (property: string): string => `with_${bare(property)}`;

const lookupSql = (table: string, lookup: Lookup): string => `
  DROP INDEX IF EXISTS "${table}_${lookup.name}";
  CREATE INDEX "${table}_${lookup.name}" ON ${table} USING gin ((${lookup.keys}));${callSql(table, lookup)}`;

/** SQL of the function that asks the index of a lookup, by a role that sees what it needs of the table. */
export const callSql = (table: string, lookup: Lookup): string => `
  DROP FUNCTION IF EXISTS ${table}_${lookup.name}(uuid, ${lookup.kind}, integer);
  CREATE ${lookupFunctionSql(table, lookup)}
  DO $do$
  DECLARE
    role text := search_role();
  BEGIN
    EXECUTE format('GRANT SELECT (company_id, id, ${lookup.columns.join(', ')}) ON ${table} TO %I', role);
    DROP POLICY IF EXISTS search ON ${table};
    EXECUTE format('CREATE POLICY search ON ${table} FOR SELECT TO %I USING (true)', role);
    EXECUTE format('GRANT CREATE ON SCHEMA public TO %I', role);
    EXECUTE format('ALTER FUNCTION ${table}_${lookup.name}(uuid, ${lookup.kind}, integer) OWNER TO %I', role);
    EXECUTE format('REVOKE CREATE ON SCHEMA public FROM %I', role);
  END $do$;`;

/** SQL that makes the functions of lists anew, where they and their indexes are there. Their rights stay. */
export const lookupFunctionsSql = (...all: readonly ListDeclaration[]): string =>
  functionsSql(all.flatMap((lists) => lookups(lists).map((lookup) => [lists.table, lookup] as const)));

/** SQL that makes the function of a lookup anew, which looks into further columns from then on. */
export const widenSql = (table: string, lookup: Lookup): string => `
  DO $do$ BEGIN
    EXECUTE format('GRANT SELECT (${lookup.columns.join(', ')}) ON ${table} TO %I', search_role());
  END $do$;
  ${functionsSql([[table, lookup]])}`;

const functionsSql = (all: readonly (readonly [string, Lookup])[]): string => `
  DO $do$ BEGIN
    EXECUTE format('GRANT CREATE ON SCHEMA public TO %I', search_role());
    EXECUTE format('SET LOCAL ROLE %I', search_role());
  END $do$;
  ${all.map(([table, lookup]) => `CREATE OR REPLACE ${lookupFunctionSql(table, lookup)}`).join('\n')}
  RESET ROLE;
  DO $do$ BEGIN
    EXECUTE format('REVOKE CREATE ON SCHEMA public FROM %I', search_role());
  END $do$;`;

/**
 * The function fails closed: it answers for the company of the transaction alone, whoever is asked for. Its
 * role sees the id and the columns of the search, of every company, and cannot log in. `search_path` is
 * fixed, so nobody can put another table or operator in its way.
 */
const lookupFunctionSql = (table: string, { name, kind, condition, sampled }: Lookup): string => `
  FUNCTION ${table}_${name}(company uuid, wanted ${kind}, at_most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS $fn$
  ${sampled === undefined ? '' : 'DECLARE asked bigint[];'}
  BEGIN
    IF company IS NULL OR company IS DISTINCT FROM NULLIF(current_setting('app.company_id', true), '')::uuid THEN
      RETURN;
    END IF;${sampled === undefined ? '' : sampleSql(table, sampled)}
    RETURN QUERY SELECT id FROM public.${table} WHERE company_id = company AND ${condition} LIMIT at_most;
  END $fn$;`;

/** The rows of which a search learns what nearly all rows hold. */
const SAMPLE = 32;

/** The sample is read in the order of the primary key, which the search itself must not use. */
const sampleSql = (table: string, text: string): string => `
    PERFORM set_config('enable_indexscan', 'on', true);
    asked := asked_keys(company, lower(wanted), ARRAY(
      SELECT ${text} FROM public.${table} WHERE company_id = company ORDER BY company_id, id LIMIT ${SAMPLE}));
    PERFORM set_config('enable_indexscan', 'off', true);`;
