import { ProblemError } from '@safety/platform';
import { execute } from '../transaction/execute.js';
import type { StatementClient } from '../transaction/lazy-transaction.js';
import { Binds, type Condition } from './sql.js';

/** A unique key of a table, as far as a violation of it needs to be explained. */
export interface UniqueKey<Property extends string = string> {
  properties: readonly Property[];
  /** The members of a body that the properties come from, where they have other names; default the same. */
  members?: readonly string[];
  /** The key compares `lower(…)` of its text. */
  ignoresCase?: boolean;
  /** The key holds rows that are not archived; an archived one may have the same values. */
  activeOnly?: boolean;
}

interface Violation {
  what: string;
  key: UniqueKey;
  /** The property that names the person whose part a row is. */
  person: string | undefined;
  /** The row that was to be stored, as it would have been. */
  row: Readonly<Record<string, unknown>>;
  companyId: string;
  /** Quoted name of the table. */
  table: string;
  column: (property: string) => string;
  /** Which rows the caller may read; all rows of the company where there is no condition. */
  readable: Condition | 'no row' | undefined;
  archivedForGood: true | undefined;
  cause: unknown;
}

interface Other {
  id: string;
  archived: boolean;
  personnelId: string | null;
}

/**
 * 409 `duplicate`; it names the other row, and the person whose part that is, where the caller may read it.
 */
export async function duplicate(client: StatementClient, violation: Violation): Promise<ProblemError> {
  const { what, key, person, archivedForGood, cause } = violation;
  const other = await findOther(client, violation);
  const members = key.members ?? key.properties;
  const hint = other?.archived && !archivedForGood ? ' The other one is archived: restore it.' : '';
  return new ProblemError('duplicate', {
    detail: `Another ${what} has the same ${members.join(' and ')}.${hint}`,
    errors: members.map((name) => ({
      pointer: `/${name}`,
      code: 'duplicate',
      detail: 'Is in use already.',
    })),
    extensions: {
      conflictingId: other?.id ?? null,
      ...(person && { conflictingPersonnelId: other?.personnelId ?? null }),
    },
    cause,
  });
}

/**
 * The row that has the values of the key already; none when the caller may not read it. A key that ignores
 * case is asked for as it is written first: the index of a list serves that, whose first column is
 * `archived`, and none serves `lower` (ADR 31).
 */
async function findOther(
  client: StatementClient,
  { key, person, row, companyId, table, column, readable }: Violation,
): Promise<Other | undefined> {
  if (readable === 'no row') return undefined;
  const binds = new Binds();
  const where = [`company_id = ${binds.add(companyId)}`, `id IS DISTINCT FROM ${binds.add(row['id'])}::uuid`];
  where.push(key.activeOnly ? 'NOT archived' : "archived = ANY ('{f,t}')");
  if (readable) where.push(readable(column, binds));
  const pairs = key.properties.map((property) => [column(property), binds.add(row[property])] as const);
  const asWritten = pairs.map(([stored, wanted]) => `${stored} = ${wanted}`);
  const inAnyCase = pairs.map(([stored, wanted]) => `lower(${stored}) = lower(${wanted})`);
  const alike = pairs.map(([stored, wanted]) => `${stored} IS NOT DISTINCT FROM ${wanted}`);
  const members = `id, archived, ${person ? column(person) : 'NULL::uuid'} AS "personnelId"`;
  const others = (key.ignoresCase ? [asWritten, inAnyCase] : [alike]).map(
    (same) => `(SELECT ${members} FROM ${table} WHERE ${[...where, ...same].join(' AND ')} LIMIT 1)`,
  );
  const text = `SELECT * FROM (${others.join(' UNION ALL ')}) AS others LIMIT 1`;
  return (await execute<Other>(client, text, binds.values)).rows[0];
}
