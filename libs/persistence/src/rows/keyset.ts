import type { SortTerm } from '@safety/contracts';
import type { CursorValue } from './cursor.js';
import type { Binds } from './sql.js';

export interface KeysetColumn {
  /** Quoted SQL. */
  sql: string;
  /** SQL type of the column, to read the cursor's text back. */
  type: string;
  nullable: boolean;
  descending: boolean;
}

/** `id` as the last term makes the order total; it goes the way of the term before it. */
export const withTieBreak = (terms: readonly SortTerm[]): SortTerm[] =>
  terms.some((term) => term.key === 'id')
    ? [...terms]
    : [...terms, { key: 'id', descending: terms.at(-1)?.descending ?? false }];

/** Rows without a value come last in both directions. */
export const orderBy = (columns: readonly KeysetColumn[]): string =>
  columns
    .map(
      ({ sql, descending, nullable }) =>
        `${sql}${descending ? ' DESC' : ''}${nullable && descending ? ' NULLS LAST' : ''}`,
    )
    .join(', ');

/** The condition for rows that come after `position` in the order of `columns`. */
export function after(
  columns: readonly KeysetColumn[],
  position: readonly CursorValue[],
  binds: Binds,
): string {
  const places = columns.map((column, index) => `${binds.add(position[index] ?? null)}::${column.type}`);
  const [first] = columns;
  const uniform = columns.every((column) => !column.nullable && column.descending === first?.descending);
  if (uniform) {
    return `(${columns.map(({ sql }) => sql).join(', ')}) ${first?.descending ? '<' : '>'} (${places.join(', ')})`;
  }
  const alternatives = columns.map((column, index) => {
    const ties = columns.slice(0, index).map(({ sql }, tie) => `${sql} IS NOT DISTINCT FROM ${places[tie]}`);
    return `(${[...ties, follows(column, places[index] ?? 'NULL', position[index] === null)].join(' AND ')})`;
  });
  return `(${alternatives.join(' OR ')})`;
}

function follows({ sql, descending, nullable }: KeysetColumn, place: string, isNull: boolean): string {
  if (isNull) return 'false';
  const beyond = `${sql} ${descending ? '<' : '>'} ${place}`;
  return nullable ? `(${beyond} OR ${sql} IS NULL)` : beyond;
}
