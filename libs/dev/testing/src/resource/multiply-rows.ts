import { connected } from '@safety/local-stack';
import type pg from 'pg';
import type { DeclaredList } from '../declared-rows.js';

/** Copies in the middle of each order. Also those of them that are elsewhere have the values of the row. */
const RARE = 'BETWEEN 4000 AND 4011';

/** Enough that a look through all of them is told from a look into an index. */
export const ROWS = 9_000;

interface Column {
  name: string;
  type: string;
  isUnique: boolean;
}

interface Copies {
  /** Columns that stay although a unique key has them. */
  kept: readonly string[];
  /** SQL of columns, with the number `n` of the copy. */
  values: Readonly<Record<string, string>>;
  /**
   * Where the list finds values at org structures: the id of one that is made for half of the copies, and
   * the values that these have.
   */
  elsewhere: { id: string; values: Readonly<Record<string, string>> };
}

/**
 * Copies a row of a table, as its owner. Copies differ in the columns of sorting and search and in unique
 * keys; a sort that may be absent is so in half of them. Where the list finds values at org structures, half
 * of the copies are at another one and have other values, but for a few.
 */
export async function multiply(
  ownerUrl: string,
  { table, sorts, nullableSorts = [], search = [], atPlaces }: DeclaredList,
  id: string,
  { kept, values: given, elsewhere }: Copies,
): Promise<void> {
  await connected(ownerUrl, async (client) => {
    // A copy names what the row names: there is nothing to check.
    await client.query('SET session_replication_role = replica');
    const columns = await columnsOf(client, table);
    const isNullable = new Set(nullableSorts.map(snakeCase));
    if (atPlaces) await client.query(placeSql(table, snakeCase(atPlaces.place)), [id, elsewhere.id]);
    const others = new Map(
      [
        ...Object.entries(elsewhere.values),
        ...(atPlaces ? [[atPlaces.place, elsewhere.id] as const] : []),
      ].map(([property, value]) => [snakeCase(property), value]),
    );
    const differs = new Set(['modifiedAt', ...sorts, ...nullableSorts, ...search].map(snakeCase));
    const values = columns.map((column) => {
      const own = given[column.name];
      if (own) return own;
      const elseValue = others.get(column.name);
      if (elseValue !== undefined) return elseIn(column, elseValue, column.type === 'uuid');
      const other =
        (column.isUnique && !kept.includes(column.name)) || differs.has(column.name)
          ? otherValue(column)
          : `"${column.name}"`;
      return isNullable.has(column.name) ? `CASE WHEN n % 2 = 0 THEN ${other} END` : other;
    });
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await withoutIndexes(client, table, () =>
      client.query(
        `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${table}, generate_series(1, ${ROWS}) AS n
         WHERE id = $1`,
        [id],
      ),
    );
    // A third of the rows tells as much: their keys of searches are made for it once more.
    await client.query(`SET default_statistics_target = 10; ANALYZE ${table}`);
  });
}

/** Makes an org structure beside that of a row. */
const placeSql = (table: string, place: string): string => `
  INSERT INTO org_structures SELECT (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'path_ids', ARRAY[$2::text]))).*
  FROM org_structures AS o JOIN ${table} AS t ON o.company_id = t.company_id AND o.id = t.${place} WHERE t.id = $1`;

/** Beside halves of other columns, a quarter of the copies has each combination. */
const elseIn = ({ name, type }: Column, other: string, isPlace: boolean): string =>
  `CASE WHEN n % 4 < 2${isPlace ? '' : ` OR n ${RARE}`} THEN "${name}" ELSE '${other}'::${type} END`;

/** How many rows at an org structure have one of these values. */
export const countAt = (
  ownerUrl: string,
  { table, sets = [], atPlaces }: DeclaredList,
  { place, property, values }: { place: string; property: string; values: readonly string[] },
): Promise<number> =>
  connected(ownerUrl, async (client) => {
    const column = snakeCase(property);
    const has = sets.includes(property) ? `${column}::text[] && $2` : `${column}::text = ANY ($2)`;
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${snakeCase(atPlaces?.place ?? '')} = $1 AND ${has}`,
      [place, values],
    );
    return rows[0]?.count ?? 0;
  });

/**
 * Takes the indexes of a table away while it is filled: to build them from all rows takes a fraction of the
 * time that the rows would take one by one.
 */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  await client.query(indexes.map(({ name }) => `DROP INDEX ${name}`).join('; '));
  await fill();
  await client.query(indexes.map(({ definition }) => definition).join('; '));
}

const snakeCase = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function otherValue({ name, type }: Column): string {
  if (name === 'company_id') return name;
  if (name === 'external_id') return 'NULL';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'date') return 'current_date - n';
  if (type === 'timestamptz') return `now() - n * interval '1 second'`;
  if (type === 'text') return `'common ' || left(md5(n::text), 10) || ' ' || n`;
  return 'n % 20';
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, typname AS type, EXISTS (
       SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique
         AND (attnum = ANY (indkey) OR pg_get_indexdef(indexrelid) ~ ('lower\\(' || attname || '\\)'))) AS "isUnique"
     FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows;
}
