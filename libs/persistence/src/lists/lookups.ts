import type { Having } from '../rows/sql.js';
import { columnOf, type ListDeclaration, searchText } from './list-declaration.js';

export const bare = (property: string): string => columnOf(property).slice(1, -1);

/** An index that the role of searches alone can use, and how its function asks it. */
export interface Lookup {
  name: string;
  /** The types of what is asked for, between the company and the number of rows at most. */
  kind: 'text' | 'text[]' | 'uuid[], text[]';
  columns: readonly string[];
  /** The indexed expression, and the condition for rows that have what is `wanted`. */
  keys: string;
  condition: string;
  /**
   * How the index keeps what is new. One that is asked for many numbers has no list of it, which each
   * statement would look through.
   */
  storage?: string;
  /** The text that is indexed, of which a few rows say what to ask for: `asked` in the condition. */
  sampled?: string;
}

export function lookups({ search = [], sets = [], atPlaces }: ListDeclaration): Lookup[] {
  const text = searchText(search.map(columnOf));
  const searches: Lookup[] = search.length
    ? [
        {
          name: 'matching',
          kind: 'text',
          columns: search.map(columnOf),
          keys: `text_keys(company_id, ${text})`,
          sampled: text,
          condition: `text_keys(company_id, ${text}) @> asked
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
    ...(atPlaces ? [placeLookup(atPlaces, sets)] : []),
  ];
}

/** The values of a column have its name before them; those of all sets are one. */
function placeLookup(
  { place, values }: NonNullable<ListDeclaration['atPlaces']>,
  sets: readonly string[],
): Lookup {
  const columns = values.filter((property) => !sets.includes(property));
  const named = columns.map((property) => `'${bare(property)} ' || ${columnOf(property)}::text`);
  const listed = values.filter((property) => sets.includes(property));
  const all = [`ARRAY[${named.join(', ')}]`, ...listed.map((property) => `${columnOf(property)}::text[]`)];
  const keys = `set_keys(${ofPlace('company_id', columnOf(place))}, ${all.join(' || ')})`;
  return {
    name: PLACE_LOOKUP,
    kind: 'uuid[], text[]',
    columns: [place, ...values].map(columnOf),
    keys,
    storage: 'WITH (fastupdate = off)',
    condition: `${keys} && asked`,
  };
}

/** The expression that the index of a lookup is made on, with its table. */
export const onKeys = (table: string, { keys, storage = '' }: Lookup): string =>
  `${table} USING gin ((${keys})) ${storage}`.trim();

/** A number of a value is that of a company and an org structure. */
export const ofPlace = (company: string, place: string): string =>
  `substr(encode(sha256(uuid_send(${company}) || uuid_send(${place})), 'hex'), 1, 32)::uuid`;

export const PLACE_LOOKUP = 'at_places';

/** How the lookup of places names what a row has there. */
export const namesAtPlaces = ({ sets = [] }: ListDeclaration, { property, values }: Having): string[] =>
  values.map((value) => (sets.includes(property) ? String(value) : `${bare(property)} ${value}`));

export const setLookup = (property: string): string => `with_${bare(property)}`;
