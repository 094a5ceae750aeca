import type { SortTerm } from '@safety/contracts';
import { SnakeCaseNaming } from '../naming.js';

/**
 * The sorts, filters and search of a resource's list, stated once: the migration makes the indexes of it,
 * `CompanyRows` the statements, and `describeLists` the cases. All are names of properties: those of an
 * entity in `ListDeclaration<keyof Course>`.
 */
export interface ListDeclaration<Property extends string = string> {
  /** The table; of a view, the one with the columns. */
  table: string;
  /** Tables of the same columns whose rows a view shows beside those of `table`. */
  further?: readonly string[];
  /** The order when a query names none, for example `-identifiedAt`; a key whose column is never null. */
  defaultSort: Property | `-${Property}`;
  /** Keys of `sort` whose column is never null; `modifiedAt` is always among them. */
  sorts: readonly Property[];
  /** Keys of `sort` whose column may be null. */
  nullableSorts?: readonly Property[];
  /** Those of `sorts` that stand for another property. */
  sortedBy?: Readonly<Partial<Record<Property, Property>>>;
  /** Filters that compare one column with a value. */
  filters?: readonly Property[];
  /** Arrays of text or ids of which a filter names values. */
  sets?: readonly Property[];
  /** Text that `q` looks into. */
  search?: readonly Property[];
  /**
   * Those of `search` that are read together, such as first and last name: `q` may begin in one of them and
   * end in the next.
   */
  phrases?: readonly (readonly Property[])[];
  /**
   * For callers who see some org structures alone: the property that says where a row is, and those of
   * `filters` and `sets` whose values an index finds there. A value may be frequent in the company, and its
   * org structure may have many rows, where hardly any of these has the value.
   */
  atPlaces?: { place: Property; values: readonly Property[] };
  /** Further parameters of the query, each with the property, or in words the index, that serves it. */
  others?: Readonly<Record<string, string>>;
}

/** The property that a key of `sort` stands for. */
export const sortedProperty = ({ sortedBy }: ListDeclaration, key: string): string => sortedBy?.[key] ?? key;

/** The order of a list when its query names none. */
export const defaultSortOf = ({ defaultSort }: ListDeclaration): SortTerm => ({
  key: defaultSort.replace(/^-/, ''),
  descending: defaultSort.startsWith('-'),
});

const naming = new SnakeCaseNaming();
/** The quoted column of a property. */
export const columnOf = (property: string): string => `"${naming.columnName(property, undefined)}"`;

/**
 * The text that `q` looks into, in lower case. A term holds no line feed, so it never matches across columns.
 */
export const searchText = (columns: readonly string[]): string =>
  `lower(${columns.map((column) => `coalesce(${column}, '')`).join(` || E'\\n' || `)})`;
