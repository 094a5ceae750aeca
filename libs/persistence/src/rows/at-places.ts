import type { ListDeclaration } from '../lists/list-declaration.js';
import { namesAtPlaces, PLACE_LOOKUP } from '../lists/lookups.js';
import { atSql, belowSql } from '../reach/reach-conditions.js';
import { anyOf, Binds, type Candidates, type Condition, foundInOrder, type Having } from './sql.js';

type Lookup = NonNullable<Condition['candidates']>;

/**
 * How to find the rows of a list by all that its conditions say of their org structures, and of the values
 * they name: first by the org structures alone, then by each value in the company that no index has at org
 * structures, and at last by the values there. None where nothing limits these.
 */
export function foundAtPlaces(lists: ListDeclaration, conditions: readonly Condition[]): Lookup[] {
  const { atPlaces, further = [], filters = [] } = lists;
  const below = conditions.flatMap(({ below: ids = [] }) => ids);
  if (!atPlaces || below.length === 0) return [];
  const having = conditions.flatMap(({ having: values = [] }) => values);
  const isPlace = ({ property }: Having) => property === atPlaces.place;
  const isGiven = ({ values }: Having) => values.length > 0 && !values.includes(null);
  const isAtPlaces = (one: Having) => atPlaces.values.includes(one.property) && isGiven(one);
  const isElsewhere = (one: Having) =>
    filters.includes(one.property) && !isPlace(one) && !isAtPlaces(one) && isGiven(one);
  const placesSql = (company: string, binds: Binds): string =>
    [
      belowSql(
        company,
        below.map((ids) => binds.add(ids)),
      ),
      ...having.filter(isPlace).map(({ values }) => `o.id = ANY (${binds.add(values)}::uuid[])`),
    ].join(' AND ');
  const asked =
    (statement: (places: string, atMost: string, binds: Binds, table: string) => string): Lookup =>
    (companyId, atMost, table): Candidates => {
      const binds = new Binds();
      const places = placesSql(binds.add(companyId), binds);
      return { text: statement(places, binds.add(atMost), binds, table), values: binds.values };
    };
  const inCompany = ({ property, values }: Having): Lookup[] => {
    const condition = anyOf(property, values);
    const find = condition && foundInOrder(property, condition).candidates;
    return find ? [find] : [];
  };
  const byValue = (found: Having) =>
    asked((places, atMost, binds) => {
      const wanted = binds.add(namesAtPlaces(lists, found));
      return [lists.table, ...further]
        .map(
          (table) =>
            `SELECT id FROM "${table}_${PLACE_LOOKUP}"($1, ARRAY(${places}), ${wanted}, ${atMost}) AS id`,
        )
        .join(' UNION ');
    });
  return [
    asked((places, atMost, _, table) => atSql(table, places, atMost)),
    ...having.filter(isElsewhere).flatMap(inCompany),
    ...having.filter(isAtPlaces).map(byValue),
  ];
}
