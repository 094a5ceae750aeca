import type { PoolClient } from 'pg';
import { type Condition, contains, holdsAny } from '../rows/sql.js';
import { execute } from '../rows/table.js';
import { type ListDeclaration } from './list-declaration.js';
import { setLookup } from './list-indexes.js';

/** A condition that an index serves beyond the wall, through a function of `listIndexesSql`. */
export interface Lookup {
  /** Says the same, and decides. */
  condition: Condition;
  /** The function. */
  name: string;
  wanted: string | readonly string[];
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
  return { condition, name: `${table}_${setLookup(property)}`, wanted: values };
}

/** Rows whose text holds a term; no condition without one. */
export function matching(
  { table, search = [] }: ListDeclaration,
  term: string | undefined,
): Lookup | undefined {
  const condition = contains(search, term);
  return condition && term !== undefined ? { condition, name: `${table}_matching`, wanted: term } : undefined;
}

/** The ids of at most so many rows of the company of the transaction that the index finds. */
export async function lookUp(
  client: PoolClient,
  companyId: string,
  { name, wanted }: Lookup,
  atMost: number,
): Promise<string[]> {
  const text = `SELECT ARRAY(SELECT "${name}"($1, $2, $3)) AS ids`;
  const { rows } = await execute<{ ids: string[] }>(client, text, [companyId, wanted, atMost]);
  return rows[0]?.ids ?? [];
}
