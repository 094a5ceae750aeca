import type { ListDeclaration } from './list-declaration.js';
import { type Lookup, lookups, ofPlace, onKeys } from './lookups.js';

/** SQL of the index of a lookup and of its function, for the migration that makes the table. */
export const lookupSql = (table: string, lookup: Lookup): string => `
  DROP INDEX IF EXISTS "${table}_${lookup.name}";
  CREATE INDEX "${table}_${lookup.name}" ON ${onKeys(table, lookup)};${callSql(table, lookup)}`;

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
const lookupFunctionSql = (table: string, lookup: Lookup): string => {
  const { name, kind, sampled } = lookup;
  const isAtPlaces = kind === 'uuid[], text[]';
  const asked = isAtPlaces ? 'places uuid[], wanted text[]' : `wanted ${kind}`;
  const declared = isAtPlaces
    ? 'asked bigint[]; matched integer; done integer := 0; part integer := 1;'
    : 'asked bigint[];';
  return `
  FUNCTION ${table}_${name}(company uuid, ${asked}, at_most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS $fn$
  ${sampled === undefined && !isAtPlaces ? '' : `DECLARE ${declared}`}
  BEGIN
    IF company IS NULL OR company IS DISTINCT FROM NULLIF(current_setting('app.company_id', true), '')::uuid THEN
      RETURN;
    END IF;${sampled === undefined ? '' : sampleSql(table, sampled)}
    ${isAtPlaces ? placesSql(table, lookup) : foundSql(table, lookup)}
  END $fn$;`;
};

const foundSql = (table: string, { condition }: Lookup): string =>
  `RETURN QUERY SELECT id FROM public.${table} WHERE company_id = company AND ${condition} LIMIT at_most;`;

/** So many numbers are asked for in one statement: PostgreSQL compares each with all others. */
const ASKED_AT_ONCE = 200;
/** Of each org structure and value. To ask for more takes longer than most lists. */
const MOST_NUMBERS = 2000;

/**
 * For too many numbers one id that is null stands for too many rows. The first org structures are asked for
 * alone: a value that is frequent there ends the search. The company is compared after the index was asked:
 * of a small one PostgreSQL would read all rows instead.
 */
const placesSql = (table: string, { condition }: Lookup): string => `
    IF cardinality(places) * cardinality(wanted) > ${MOST_NUMBERS} THEN
      RETURN NEXT NULL;
      RETURN;
    END IF;
    WHILE done < cardinality(places) LOOP
      asked := ARRAY(
        SELECT unnest(public.set_keys(${ofPlace('company', 'place')}, wanted))
        FROM unnest(places[done + 1 : done + part]) AS place);
      done := done + part;
      part := least(part * 4, greatest(1, ${ASKED_AT_ONCE} / cardinality(wanted)));
      RETURN QUERY SELECT found.id FROM (
          SELECT id, company_id FROM public.${table} WHERE ${condition} OFFSET 0
        ) AS found WHERE found.company_id = company LIMIT at_most;
      GET DIAGNOSTICS matched = ROW_COUNT;
      at_most := at_most - matched;
      EXIT WHEN at_most = 0;
    END LOOP;`;

/** The rows of which a search learns what nearly all rows hold. */
const SAMPLE = 32;

/** The sample is read in the order of the primary key, which the search itself must not use. */
const sampleSql = (table: string, text: string): string => `
    PERFORM set_config('enable_indexscan', 'on', true);
    asked := asked_keys(company, lower(wanted), ARRAY(
      SELECT ${text} FROM public.${table} WHERE company_id = company ORDER BY company_id, id LIMIT ${SAMPLE}));
    PERFORM set_config('enable_indexscan', 'off', true);`;
