import { parsed, textOf, walk } from '../sources.mjs';

/** Says why a statement may write rows itself, in a comment above it. */
const REASON = /\/\/ around visible: \S/;

/** A table, with or without its schema; `?` where the name is computed. */
const TABLE = String.raw`(?:ONLY\s+)?(?:(?:"?\w+"?|\?)\s*\.\s*)?"?(?:\w+|\?)"?`;
/** Writes. `FOR UPDATE`, `FOR NO KEY UPDATE` and `DO UPDATE` name no table, and `COPY … TO` reads. */
const WRITES = [
  String.raw`(?<!\b(?:FOR|KEY|DO)\s+)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\s+(${TABLE})`,
  String.raw`\bTRUNCATE\s+(?:TABLE\s+)?(${TABLE}(?:\s*,\s*${TABLE})*)`,
  String.raw`\bCOPY\s+(${TABLE})\s*(?:\([^)]*\)\s*)?FROM\b`,
].map((source) => new RegExp(source, 'gi'));
const COMMENTS = /\/\*.*?\*\/|--[^\n]*/gs;

/** The names of the tables that SQL writes, without their schemas. */
const writtenBy = (sql) =>
  WRITES.flatMap((write) => [...sql.replace(COMMENTS, ' ').matchAll(write)])
    .flatMap(([, tables]) => tables.split(','))
    .map((table) => table.split(/[.\s]/).findLast(Boolean).replaceAll('"', '').toLowerCase());

/** The ways of TypeORM to a table that pass no class of rows. */
const REPOSITORIES = new Set(['createQueryBuilder', 'getRepository', 'getTreeRepository', 'manager']);

/** The tables of the entities that a source declares. */
export const tablesOf = (source) => [...source.matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => table);

/**
 * Finds writes of rows that pass `CompanyRows`, and with it `visible`, the change record and the version:
 * - SQL that writes one of `tables`, or a table whose name is computed
 * - repositories and managers of TypeORM
 * A statement with a reason is left out.
 */
export function findWrites(source, tables) {
  const { module, lineAt, hasComment } = parsed(source);
  const found = new Map();
  const report = (node, statement, what) => {
    const line = lineAt(node);
    if (!hasComment(node, statement, REASON)) found.set(`${line} ${what}`, { line, what });
  };
  walk(module, (node, statement) => {
    for (const table of writtenBy(textOf(node) ?? ''))
      if (table === '?' || tables.has(table)) report(node, statement, `writes ${table} by itself`);
    const member = node.type === 'MemberExpression' ? node.property.value : undefined;
    if (REPOSITORIES.has(member)) report(node, statement, `takes ${member} of TypeORM`);
  });
  return [...found.values()].sort((one, other) => one.line - other.line);
}
