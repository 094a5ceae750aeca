import { columnOf, defaultSortOf, type ListDeclaration, searchText } from './list-declaration.js';

/**
 * SQL of the indexes that serve a list, for a migration of the resource. `archived` leads each, since a list
 * shows either archived rows or the others. Existing indexes stay, so a migration repeats this when the
 * declaration grows.
 */
export function listIndexesSql(lists: ListDeclaration): string {
  const { table, sorts, nullableSorts = [], filters = [] } = lists;
  const index = (name: string, columns: readonly string[]): string =>
    `CREATE INDEX IF NOT EXISTS "${table}_${name}" ON ${table} (company_id, archived, ${columns.join(', ')});`;
  const bare = (property: string): string => columnOf(property).slice(1, -1);
  const inOrder = [...new Set([...sorts, ...nullableSorts, 'modifiedAt', defaultSortOf(lists).key])];
  return [
    ...inOrder.map((key) => index(`by_${bare(key)}`, [columnOf(key), 'id'])),
    ...nullableSorts.map((key) =>
      index(`by_${bare(key)}_down`, [`${columnOf(key)} DESC NULLS LAST`, 'id DESC']),
    ),
    ...filters.map((property) =>
      index(`of_${bare(property)}`, [columnOf(property), columnOf(defaultSortOf(lists).key), 'id']),
    ),
    ...lookups(lists).map((lookup) => lookupSql(table, lookup)),
  ].join('\n');
}

/** SQL that removes what `listIndexesSql` made, before the table itself goes or for `down`. */
export function dropListIndexesSql(lists: ListDeclaration): string {
  const { table, sorts, nullableSorts = [], filters = [] } = lists;
  const bare = (property: string): string => columnOf(property).slice(1, -1);
  const names = [
    ...[...new Set([...sorts, ...nullableSorts, 'modifiedAt', defaultSortOf(lists).key])].map(
      (key) => `by_${bare(key)}`,
    ),
    ...nullableSorts.map((key) => `by_${bare(key)}_down`),
    ...filters.map((property) => `of_${bare(property)}`),
    ...lookups(lists).map(({ name }) => name),
  ];
  return [
    ...lookups(lists).map(({ name, kind }) => `DROP FUNCTION ${table}_${name}(uuid, ${kind}, integer);`),
    `DROP INDEX ${names.map((name) => `"${table}_${name}"`).join(', ')};`,
    `DROP POLICY IF EXISTS search ON ${table};`,
  ].join('\n');
}

/** An index that the role of searches alone can use, and how its function asks it. */
interface Lookup {
  name: string;
  kind: 'text' | 'text[]';
  columns: readonly string[];
  /** The indexed expression, and the condition for rows that have what is `wanted`. */
  keys: string;
  condition: string;
}

function lookups({ search = [], sets = [] }: ListDeclaration): Lookup[] {
  const text = searchText(search.map(columnOf));
  const searches: Lookup[] = search.length
    ? [
        {
          name: 'matching',
          kind: 'text',
          columns: search.map(columnOf),
          keys: `text_keys(company_id, ${text})`,
          condition: `text_keys(company_id, ${text}) @> term_keys(company, lower(wanted))
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

export const setLookup = (property: string): string => `with_${columnOf(property).slice(1, -1)}`;

/**
 * The function fails closed: it answers for the company of the transaction alone, whoever is asked for. Its
 * role sees the id and the columns of the search, of every company, and cannot log in. `search_path` is
 * fixed, so nobody can put another table or operator in its way.
 */
const lookupSql = (table: string, { name, kind, columns, keys, condition }: Lookup): string => `
  DROP INDEX IF EXISTS "${table}_${name}";
  CREATE INDEX "${table}_${name}" ON ${table} USING gin ((${keys}));
  DROP FUNCTION IF EXISTS ${table}_${name}(uuid, ${kind}, integer);
  CREATE FUNCTION ${table}_${name}(company uuid, wanted ${kind}, at_most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS $fn$
  BEGIN
    IF company IS NULL OR company IS DISTINCT FROM NULLIF(current_setting('app.company_id', true), '')::uuid THEN
      RETURN;
    END IF;
    RETURN QUERY SELECT id FROM public.${table} WHERE company_id = company AND ${condition} LIMIT at_most;
  END $fn$;
  DO $do$
  DECLARE
    role text := search_role();
  BEGIN
    EXECUTE format('GRANT SELECT (company_id, id, ${columns.join(', ')}) ON ${table} TO %I', role);
    DROP POLICY IF EXISTS search ON ${table};
    EXECUTE format('CREATE POLICY search ON ${table} FOR SELECT TO %I USING (true)', role);
    EXECUTE format('GRANT CREATE ON SCHEMA public TO %I', role);
    EXECUTE format('ALTER FUNCTION ${table}_${name}(uuid, ${kind}, integer) OWNER TO %I', role);
    EXECUTE format('REVOKE CREATE ON SCHEMA public FROM %I', role);
  END $do$;`;
