import { columnOf, searchText } from '../lists/list-declaration.js';
import type { Statement } from './statements.js';

/** Collects the values of a statement and hands out their placeholders. */
export class Binds {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder, for example `$3`. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A part of a WHERE clause; `column` quotes the column of a property. */
export interface Condition {
  (column: (property: string) => string, binds: Binds): string;
  /**
   * A statement that finds, as `id`, at least all rows of `table` that meet the condition, or any `atMost` of
   * them: for a condition that an index serves, but no range of the list's own order.
   */
  candidates?(companyId: string, atMost: number, table: string): Candidates;
  /** Of a view: a test of ids before rows are read. */
  idTest?: IdTest;
  /** Each row that meets it lies at or below one of the org structures of each of these lists. */
  below?: readonly (readonly string[])[];
  /** Each row that meets it has one of the values of each of these. */
  having?: readonly Having[];
}

/** The values of a column, or of a set, of which a row has one. */
export interface Having {
  property: string;
  values: readonly unknown[];
}

export interface IdTest {
  /** SQL that holds at least for each `id` that meets the condition, and costs less than the row. */
  probe(id: string, binds: Binds): string;
  /** SQL that decides for an `id` for which the probe holds; none where the probe decides. */
  rest?(id: string, binds: Binds): string;
}

export interface Candidates extends Statement {
  /** The index alone answers, so that it finds thousands of ids in the time of a page. */
  many?: boolean;
}

type Optional<Value> = Value | undefined;

/** All of the conditions that there are; none when there is none. */
export function allOf(...conditions: Optional<Condition>[]): Optional<Condition> {
  const given = conditions.filter((condition) => condition !== undefined);
  if (given.length === 0) return undefined;
  const all: Condition = (column, binds) => given.map((condition) => condition(column, binds)).join(' AND ');
  const known = knownBy(all, {
    below: given.flatMap(({ below = [] }) => below),
    having: given.flatMap(({ having = [] }) => having),
  });
  return foundBy(known, given.find(({ candidates }) => candidates)?.candidates);
}

/** Any of the conditions. */
export const anyCondition =
  (...conditions: readonly Condition[]): Condition =>
  (column, binds) =>
    `(${conditions.map((condition) => condition(column, binds)).join(' OR ')})`;

/** One of the two conditions; none when the first asks for nothing. */
export const either = (one: Optional<Condition>, other: Condition): Optional<Condition> =>
  one && foundBy(anyCondition(one, other), foundByBoth(one.candidates, other.candidates));

const foundByBoth = (one: Condition['candidates'], other: Condition['candidates']): Condition['candidates'] =>
  one &&
  other &&
  ((...given) => {
    const [first, second] = [one(...given), other(...given)];
    const behind = behindValues(second, first.values.length);
    return { text: `(${first.text}) UNION ALL (${behind})`, values: [...first.values, ...second.values] };
  });

/** Finds the ids that all of these statements find. */
export function foundByAll(statements: readonly Statement[]): Statement {
  const values: unknown[] = [];
  const texts = statements.map((statement) => {
    const text = `(${behindValues(statement, values.length)})`;
    values.push(...statement.values);
    return text;
  });
  return { text: texts.join(' INTERSECT '), values };
}

/** The text of a statement whose values come after `count` others. */
export const behindValues = ({ text }: Statement, count: number): string =>
  text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + count}`);

/** The same condition, which an index serves as `candidates` says. */
export const foundBy = (
  condition: Condition,
  candidates: Condition['candidates'],
  idTest?: IdTest,
): Condition =>
  candidates
    ? Object.assign((...given: Parameters<Condition>) => condition(...given), {
        ...condition,
        candidates,
        ...(idTest && { idTest }),
      })
    : condition;

/** The same condition, served by the index that begins with whether a row is archived, and this property. */
export const foundInOrder = (property: string, condition: Condition): Condition =>
  foundBy(condition, (companyId, atMost, table) => {
    const binds = new Binds();
    const company = binds.add(companyId);
    const where = condition(columnOf, binds);
    const most = binds.add(atMost);
    return {
      text: eitherArchived(
        (archived) =>
          `SELECT id FROM ${table} WHERE company_id = ${company} AND archived = ${archived} AND ${where} ` +
          `ORDER BY ${columnOf(property)} LIMIT ${most}`,
      ),
      values: binds.values,
    };
  });

/** A statement of rows that are archived and of those that are not, each by an index in which that leads. */
export const eitherArchived = (statement: (archived: boolean) => string): string =>
  [false, true].map((archived) => `(${statement(archived)})`).join(' UNION ALL ');

/** The same condition, and what is known of the rows that meet it. */
export const knownBy = (condition: Condition, known: Pick<Condition, 'below' | 'having'>): Condition =>
  Object.assign((...given: Parameters<Condition>) => condition(...given), { ...condition, ...known });

/**
 * The property is one of `values`; no condition when there are none to compare with. One value is compared by
 * itself: an index has the rows of one value in order, those of several not.
 */
export const anyOf = (property: string, values: Optional<readonly unknown[]>): Optional<Condition> =>
  values &&
  (values.length === 1
    ? equal(property, values[0])
    : knownBy((column, binds) => `${column(property)} = ANY(${binds.add(values)})`, {
        having: [{ property, values }],
      }));

/** The property equals `value`; no condition when there is none to compare with. */
export const equal = (property: string, value: unknown): Optional<Condition> =>
  value === undefined
    ? undefined
    : knownBy((column, binds) => `${column(property)} = ${binds.add(value)}`, {
        having: [{ property, values: [value] }],
      });

/** The property is at or after `value`. */
export const from = (property: string, value: unknown): Optional<Condition> =>
  value === undefined ? undefined : (column, binds) => `${column(property)} >= ${binds.add(value)}`;

/** The property is before `value`. */
export const before = (property: string, value: unknown): Optional<Condition> =>
  value === undefined ? undefined : (column, binds) => `${column(property)} < ${binds.add(value)}`;

/** Any of the text properties contains `text`, whatever its case. */
export const contains = (properties: readonly string[], text: Optional<string>): Optional<Condition> =>
  text === undefined
    ? undefined
    : (column, binds) => {
        if (properties.length === 0) return 'false';
        return `${searchText(properties.map(column))} LIKE lower(${binds.add(patternOf(text))})`;
      };

/**
 * The same condition, of which PostgreSQL expects every other row to meet it. It expects hardly any of a
 * search, and would read and sort all rows where the first ones in the order of the list fill the page.
 */
export const often = (condition: Optional<Condition>): Optional<Condition> =>
  condition && ((...given) => `CASE WHEN ${condition(...given)} THEN true ELSE false END`);

/** The text properties, one behind the other with spaces between them, contain `text`. */
export const holdsTogether =
  (properties: readonly string[], text: string): Condition =>
  (column, binds) =>
    `lower(concat_ws(' ', ${properties.map(column).join(', ')})) LIKE lower(${binds.add(patternOf(text))})`;

/** A pattern of LIKE for what contains `text`, whatever is in it. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The array property holds any of `values`; no condition when there are none to look for. */
export const holdsAny = (property: string, values: Optional<readonly string[]>): Optional<Condition> =>
  values &&
  knownBy((column, binds) => `${column(property)}::text[] && ${binds.add(values)}::text[]`, {
    having: [{ property, values }],
  });
