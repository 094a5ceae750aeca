import type { PoolClient } from 'pg';
import { type Condition, contains, holdsAny } from '../rows/sql.js';
import type { Statement } from '../rows/statements.js';
import { execute } from '../rows/table.js';
import { type ListDeclaration } from './list-declaration.js';
import { setLookup } from './list-indexes.js';

/** A condition that an index serves, other than by a range of the list's own order. */
export interface Lookup {
  /** Decides. */
  condition: Condition;
  /** A statement that finds, as `id`, at least all rows that meet the condition, or any `atMost` of them. */
  candidates(companyId: string, atMost: number): Statement;
}

/** Rows of which an array holds any of `values`; no condition when there are none to look for. */
export function havingAny(
  { table, sets = [] }: ListDeclaration,
  property: string,
  values: readonly string[] | undefined,
): Lookup | undefined {
  const condition = holdsAny(property, values);
  if (!condition || !values) return undefined;
  if (!sets.includes(property)) throw new Error(`${table} declares no set ${property}`);
  return { condition, candidates: calling(`${table}_${setLookup(property)}`, values) };
}

/** Rows whose text holds a term; no condition without one. */
export function matching(
  { table, search = [] }: ListDeclaration,
  term: string | undefined,
): Lookup | undefined {
  const condition = contains(search, term);
  return condition && term !== undefined
    ? { condition, candidates: calling(`${table}_matching`, term) }
    : undefined;
}

const calling =
  (name: string, wanted: string | readonly string[]): Lookup['candidates'] =>
  (companyId, atMost) => ({
    text: `SELECT id FROM "${name}"($1, $2, $3) AS id`,
    values: [companyId, wanted, atMost],
  });

/** The ids of the rows that may meet the condition, when they are at most so many. */
export async function lookUp(
  client: PoolClient,
  companyId: string,
  { candidates }: Lookup,
  atMost: number,
): Promise<string[] | undefined> {
  const { text, values } = candidates(companyId, atMost + 1);
  const { rows } = await execute<{ ids: string[] }>(client, `SELECT ARRAY(${text}) AS ids`, values);
  const ids = rows[0]?.ids ?? [];
  return ids.length > atMost ? undefined : ids;
}
