import { parsed, textOf, walk } from '../sources.mjs';

/** Says what a statement does on many nodes, in a comment above it. */
const REASON = /\/\/ on many nodes: \S/;

const CHANGING =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|uuidv[47]|nextval|current_setting|pg_current_xact_id)\s*\(|\bcurrent_(?:timestamp|date|time)\b|\blocaltime(?:stamp)?\b/i;
const VOLATILE = /\b(?:clock_timestamp|timeofday|random|gen_random_uuid|uuidv[47]|nextval|set_config)\s*\(/i;
/** A condition of the company, or a row with one; a part that is computed may be either. */
const NAMED = /company_id\s*=|\(\s*company_id\b[^()]*\)\s*(?:VALUES|SELECT)\b|(?<!\bLIMIT\s)\?/i;
const COMMENTS = /\/\*.*?\*\/|--[^\n]*/gs;

/** Citus refuses these statements, or does otherwise than one database. */
const FAULTS = [
  [
    'calls a function that changes in DO UPDATE',
    (sql) => CHANGING.test(partOf(sql, 'DO\\s+UPDATE\\s+SET', 'RETURNING')),
  ],
  ['returns a function that changes', (sql) => CHANGING.test(partOf(sql, 'RETURNING'))],
  [
    'changes rows by a volatile function',
    (sql) => /\b(?:UPDATE\s+\S+\s+(?:AS\s+\w+\s+)?SET|DELETE\s+FROM)\b/i.test(sql) && VOLATILE.test(sql),
  ],
  [
    'writes in WITH',
    (sql) => /\bAS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(\s*(?:INSERT|UPDATE|DELETE|MERGE)\b/i.test(sql),
  ],
  ['names rows by ctid, which each node counts', (sql) => /\bctid\b/i.test(sql)],
  ['does not name the company', (sql) => !NAMED.test(sql)],
];

/** The part of a statement between two words. */
function partOf(sql, from, to = '$') {
  return new RegExp(`\\b${from}\\b(.*?)(?:\\b${to}|$)`, 'is').exec(sql)?.[1] ?? '';
}

/** The tables that a migration makes with the company first: their rows lie on many nodes. */
export const tablesOf = (source) =>
  [...source.matchAll(/CREATE TABLE (\w+) \(\s*(?:company_id |\$\{recordColumnsSql\})/g)].map(
    ([, table]) => table,
  );

/**
 * Finds SQL of `tables`, or of a table whose name is computed, that would fail or be wrong once those are
 * distributed by company. A statement with a reason is left out.
 */
export function findBound(source, tables) {
  const { module, lineAt, hasComment } = parsed(source);
  const named = new RegExp(
    `\\b(?:FROM|JOIN|INTO|UPDATE)\\s+(?:ONLY\\s+)?"?(?:${[...tables, '\\?'].join('|')})(?![\\w.])`,
    'i',
  );
  const [found, seen] = [[], new WeakSet()];
  walk(module, (node, statement) => {
    const text = seen.has(node) ? undefined : textOf(node);
    if (text === undefined) return;
    // A part of a text says too little.
    walk(node, (part) => seen.add(part));
    const sql = text.replace(COMMENTS, ' ');
    if (!named.test(sql) || hasComment(node, statement, REASON)) return;
    for (const [what, isSo] of FAULTS) if (isSo(sql)) found.push({ line: lineAt(node), what });
  });
  return found;
}
