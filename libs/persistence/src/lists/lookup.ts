import { anyCondition, type Condition, contains, foundBy, holdsAny, holdsTogether } from '../rows/sql.js';
import type { Statement } from '../rows/statements.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import type { ListDeclaration } from './list-declaration.js';
import { setLookup } from './lookups.js';

/** Rows of which an array holds any of `values`; no condition when there are none to look for. */
export function havingAny(
  { table, further = [], sets = [] }: ListDeclaration,
  property: string,
  values: readonly string[] | undefined,
): Condition | undefined {
  const condition = holdsAny(property, values);
  if (!condition || !values) return undefined;
  if (!sets.includes(property)) throw new Error(`${table} declares no set ${property}`);
  return foundBy(condition, calling([table, ...further], setLookup(property), values));
}

/** Rows whose text holds a term; no condition without one. */
export function matching(
  { table, further = [], search = [], phrases = [] }: ListDeclaration,
  term: string | undefined,
): Condition | undefined {
  const condition = contains(search, term);
  if (!condition || term === undefined) return undefined;
  const find = (wanted: string) => calling([table, ...further], 'matching', wanted);
  if (phrases.length === 0 || !term.includes(' ')) return foundBy(condition, find(term));
  const together = anyCondition(condition, ...phrases.map((phrase) => holdsTogether(phrase, term)));
  const word = longest(term.split(' '));
  if (lengthOf(word) > 1) return foundBy(together, find(word));
  return LETTERS_ALONE.test(term) ? foundBy(condition, find(term)) : together;
}

/** Single characters that are no name of anybody. */
const LETTERS_ALONE = /^[\x20-\x7e]*$/;

/**
 * No word goes from one property into the next, so an index of each property finds it, unless it is a single
 * character: one of PostgreSQL, however many UTF-16 units it has. Those that may be a name, such as 王, are
 * looked for in all rows.
 */
const longest = (words: readonly string[]): string =>
  words.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));

const lengthOf = (word: string): number => [...word].length;

const calling =
  (
    tables: readonly string[],
    lookup: string,
    wanted: string | readonly string[],
  ): NonNullable<Condition['candidates']> =>
  (companyId, atMost) => ({
    text: tables.map((table) => `SELECT id FROM "${table}_${lookup}"($1, $2, $3) AS id`).join(' UNION '),
    values: [companyId, wanted, atMost],
  });

/** SQL of whether ids that a lookup found are at most so many; one that is null stands for too many. */
export const areFew = (ids: string, atMost: number): string =>
  `cardinality(${ids}) <= ${atMost} AND array_position(${ids}, NULL) IS NULL`;

/** The ids of the rows that may meet the condition, each once; undefined when they are more than so many. */
export async function lookUp(
  { read }: Pick<CompanyTransaction, 'read'>,
  { text, values }: Statement,
  atMost: number,
): Promise<string[] | undefined> {
  const few = `CASE WHEN ${areFew('ids', atMost)} THEN ids END`;
  const { rows } = await read<{ ids: string[] | null }>(
    // Without OFFSET the ids would be looked for twice, once for each time that they are named.
    `SELECT ${few} AS ids FROM (SELECT ARRAY(${text}) AS ids OFFSET 0) AS found`,
    values,
  );
  const ids = rows[0]?.ids;
  return ids ? [...new Set(ids)] : undefined;
}
