import { parsed, textOf, walk } from '../sources.mjs';

/** Says why a statement may write rows itself, in a comment above it. */
const REASON = /\/\/ around visible: \S/;

/** A write of a table, or of one whose name is computed. `FOR UPDATE` and `DO UPDATE` name none. */
const WRITE = /(?<!FOR )(?<!DO )\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\s+(?:ONLY\s+)?"?(\w+|\?)/g;

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
    for (const [, table] of (textOf(node) ?? '').matchAll(WRITE))
      if (table === '?' || tables.has(table)) report(node, statement, `writes ${table} by itself`);
    const member = node.type === 'MemberExpression' ? node.property.value : undefined;
    if (REPOSITORIES.has(member)) report(node, statement, `takes ${member} of TypeORM`);
  });
  return [...found.values()].sort((one, other) => one.line - other.line);
}
