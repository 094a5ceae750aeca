import { anyCondition, type Condition, contains, foundBy, holdsAny, holdsTogether } from '../rows/sql.js';
import type { Statement } from '../rows/statements.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import type { ListDeclaration } from './list-declaration.js';
import { setLookup } from './list-indexes.js';

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
  const word = phrases.length > 0 && longestOfSeveral(term.split(' '));
  return word
    ? foundBy(anyCondition(condition, ...phrases.map((phrase) => holdsTogether(phrase, term))), find(word))
    : foundBy(condition, find(term));
}

/**
 * No word goes from one property into the next, so an index of each property finds it. It has no single
 * characters: those of PostgreSQL, of which each is one, however many UTF-16 units it has.
 */
function longestOfSeveral(words: readonly string[]): string | undefined {
  const lengthOf = (word: string) => [...word].length;
  const longest = words.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
  return words.length > 1 && lengthOf(longest) > 1 ? longest : undefined;
}

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

/** The ids of the rows that may meet the condition, each once; undefined when they are more than so many. */
export async function lookUp(
  { read }: Pick<CompanyTransaction, 'read'>,
  { text, values }: Statement,
  atMost: number,
): Promise<string[] | undefined> {
  const few = `CASE WHEN cardinality(ids) <= ${atMost} THEN ids END`;
  const { rows } = await read<{ ids: string[] | null }>(
    `SELECT ${few} AS ids FROM (SELECT ARRAY(${text}) AS ids) AS found`,
    values,
  );
  const ids = rows[0]?.ids;
  return ids ? [...new Set(ids)] : undefined;
}
