import type { StatementClient } from '../transaction/lazy-transaction.js';

/** The tables that are distributed: those with the company in their primary key. */
const TABLES = `
  SELECT c.oid, c.relname FROM pg_class AS c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND EXISTS (
    SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'company_id')`;

const holdsCompany = (table: string, key: string): string =>
  `EXISTS (SELECT FROM pg_attribute AS a
    WHERE a.attrelid = ${table} AND a.attname = 'company_id' AND a.attnum = ANY (${key}))`;

/** Reads a setting without saying what counts when there is none. */
const BARE_SETTING = String.raw`current_setting\('app\.\w+'(::text)?\)`;

const OBSTACLES = `
  WITH t AS (${TABLES})
  SELECT t.relname || ': ' || i.indexrelid::regclass || ' is unique without the company' AS obstacle
  FROM t JOIN pg_index AS i ON i.indrelid = t.oid
  WHERE (i.indisunique OR i.indisexclusion) AND NOT ${holdsCompany('t.oid', 'i.indkey')}
  UNION ALL
  SELECT k.conrelid::regclass || ': ' || k.conname || CASE
      WHEN k.conrelid NOT IN (SELECT oid FROM t) OR k.confrelid NOT IN (SELECT oid FROM t)
        THEN ' ties it to a table that stays on one node'
      WHEN NOT ${holdsCompany('k.conrelid', 'k.conkey')} OR NOT ${holdsCompany('k.confrelid', 'k.confkey')}
        THEN ' refers to a row without the company'
      WHEN k.confdeltype IN ('n', 'd') THEN ' sets the company on delete'
      ELSE ' acts on update within its table'
    END
  FROM pg_constraint AS k
  WHERE k.contype = 'f' AND k.conparentid = 0
    AND (k.conrelid IN (SELECT oid FROM t) OR k.confrelid IN (SELECT oid FROM t)) AND NOT (
      k.conrelid IN (SELECT oid FROM t) AND k.confrelid IN (SELECT oid FROM t)
      AND ${holdsCompany('k.conrelid', 'k.conkey')} AND ${holdsCompany('k.confrelid', 'k.confkey')}
      AND (k.confupdtype IN ('a', 'r') OR k.conrelid <> k.confrelid) AND k.confdeltype NOT IN ('n', 'd'))
  UNION ALL
  SELECT t.relname || ': the policy ' || p.polname || ' looks into tables'
  FROM t JOIN pg_policy AS p ON p.polrelid = t.oid
  WHERE concat(pg_get_expr(p.polqual, t.oid), pg_get_expr(p.polwithcheck, t.oid)) ~* '\\mSELECT\\M'
  UNION ALL
  SELECT d.name || ': reads a setting that may be missing on a node' FROM (
    SELECT oid::regclass::text, pg_get_viewdef(oid) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
    UNION ALL
    SELECT oid::regprocedure::text, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT t.relname, concat(pg_get_expr(p.polqual, t.oid), pg_get_expr(p.polwithcheck, t.oid))
    FROM t JOIN pg_policy AS p ON p.polrelid = t.oid
  ) AS d (name, definition)
  WHERE d.definition ~ $1
  ORDER BY 1`;

/** Reads from the catalog which tables, keys and definitions Citus would not distribute, each with why. */
export async function obstaclesTo(client: Pick<StatementClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ obstacle: string }>(OBSTACLES, [BARE_SETTING]);
  return rows.map(({ obstacle }) => obstacle);
}
