import type { SortTerm } from '@safety/contracts';
import type { CursorValue } from './cursor.js';
import type { Binds } from './sql.js';

export interface KeysetColumn {
  property: string;
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

/**
 * Rows without a value come last in both directions. `named` says how a column is called where the order
 * counts.
 */
export const orderBy = (
  columns: readonly KeysetColumn[],
  named: (column: KeysetColumn) => string = ({ sql }) => sql,
): string => columns.map((column) => `${named(column)}${direction(column)}`).join(', ');

const direction = ({ descending, nullable }: KeysetColumn): string =>
  `${descending ? ' DESC' : ''}${nullable && descending ? ' NULLS LAST' : ''}`;

/**
 * The conditions for rows that come after `position` in the order of `columns`. Each is one range of an
 * index: rows with a value and those without one are two ranges. No row meets two of them.
 */
export function after(columns: readonly KeysetColumn[], position: readonly CursorValue[]): RawCondition[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const uniform = others.every((column) => !column.nullable && column.descending === first.descending);
  if (!uniform) return [(binds) => lexicographic(columns, position, binds)];
  if (first.nullable && position[0] === null) {
    return [(binds) => `${first.sql} IS NULL AND ${beyond(others, position.slice(1), binds)}`];
  }
  const ahead: RawCondition = (binds) => beyond(columns, position, binds);
  return first.nullable ? [ahead, () => `${first.sql} IS NULL`] : [ahead];
}

export type RawCondition = (binds: Binds) => string;

const placesOf = (
  columns: readonly KeysetColumn[],
  position: readonly CursorValue[],
  binds: Binds,
): string[] => columns.map((column, index) => `${binds.add(position[index] ?? null)}::${column.type}`);

/** Columns that go one way and have values: PostgreSQL finds the place in an index. */
function beyond(columns: readonly KeysetColumn[], position: readonly CursorValue[], binds: Binds): string {
  const places = placesOf(columns, position, binds);
  const comparison = columns[0]?.descending ? '<' : '>';
  return `(${columns.map(({ sql }) => sql).join(', ')}) ${comparison} (${places.join(', ')})`;
}

function lexicographic(
  columns: readonly KeysetColumn[],
  position: readonly CursorValue[],
  binds: Binds,
): string {
  const places = placesOf(columns, position, binds);
  const alternatives = columns.map((column, index) => {
    const ties = columns.slice(0, index).map(({ sql }, tie) => `${sql} IS NOT DISTINCT FROM ${places[tie]}`);
    return `(${[...ties, follows(column, places[index] ?? 'NULL', position[index] === null)].join(' AND ')})`;
  });
  const [first] = columns;
  // Says nothing new, but an index finds the place of it.
  const start =
    first && !first.nullable ? `${first.sql} ${first.descending ? '<=' : '>='} ${places[0]} AND ` : '';
  return `${start}(${alternatives.join(' OR ')})`;
}

function follows({ sql, descending, nullable }: KeysetColumn, place: string, isNull: boolean): string {
  if (isNull) return 'false';
  const past = `${sql} ${descending ? '<' : '>'} ${place}`;
  return nullable ? `(${past} OR ${sql} IS NULL)` : past;
}
