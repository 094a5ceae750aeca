import { parsed, textOf, walk } from '../sources.mjs';
import { Bindings } from './bindings.mjs';

/** Says why a statement may write rows itself, in a comment above it. */
const REASON = /\/\/ around visible: \S/;

/** A table, with or without its schema; `?` where the name is computed. */
const TABLE = String.raw`(?:ONLY\s+)?(?:(?:"?\w+"?|\?)\s*\.\s*)?"?(?:\w+|\?)"?`;
/** Writes. `FOR UPDATE`, `FOR NO KEY UPDATE` and `DO UPDATE` name no table, and `COPY … TO` reads. */
const WRITES = [
  String.raw`(?<!\b(?:FOR|KEY|DO)\s+)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\s+(${TABLE})`,
  // The verb is computed.
  String.raw`^\s*\?\s+(?:INTO\s+(${TABLE})|(${TABLE})\s+SET\b)`,
  String.raw`\bTRUNCATE\s+(?:TABLE\s+)?(${TABLE}(?:\s*,\s*${TABLE})*)`,
  String.raw`\bCOPY\s+(${TABLE})\s*(?:\([^)]*\)\s*)?FROM\b`,
].map((source) => new RegExp(source, 'gi'));
/** The verb alone, or a mark that is replaced later: another string names the table. One space each. */
const WITHOUT_TABLE =
  /(?<!\b(?:FOR|KEY|DO) )\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO) (?:ONLY )?(?:$|[%$:{<]\w)|\b(?:INSERT|DELETE|MERGE) (?:INTO|FROM)$/i;
/** SQL that PostgreSQL puts together: rights and definitions are no rows. */
const PUT_TOGETHER =
  /\bEXECUTE\s+(?!FUNCTION\b|PROCEDURE\b|ON\b)(?!(?:format\s*\(\s*)?'(?:ALTER|CREATE|DROP|GRANT|REVOKE|SET)\b)/i;
const COMMENTS = /\/\*.*?\*\/|--[^\n]*/gs;

/** The names of the tables that SQL writes, without their schemas. */
const writtenBy = (sql) =>
  WRITES.flatMap((write) => [...sql.replace(COMMENTS, ' ').matchAll(write)])
    .flatMap(([, ...tables]) => tables.flatMap((names) => names?.split(',') ?? []))
    .map((table) => table.split(/[.\s]/).findLast(Boolean).replaceAll('"', '').toLowerCase());

/** The ways of TypeORM to a table that pass no class of rows. */
const REPOSITORIES = new Set([
  ...['createEntityManager', 'createQueryBuilder', 'createQueryRunner'],
  ...['getRepository', 'getTreeRepository', 'manager'],
]);
/** Functions that make a write for the class of rows, of whichever table. */
const MAKES_WRITES = new Set(['insertStatement']);
/** Functions that write the table that they are given as their second argument. */
const WRITES_TABLE = new Set(['insertMissing', 'keepNewest', 'seedRows', 'seedWithin']);
const isWriter = (name) => MAKES_WRITES.has(name) || WRITES_TABLE.has(name);

/** The tables of the entities that a source declares. */
export const tablesOf = (source) => [...source.matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => table);

/**
 * Finds writes of rows that pass `CompanyRows`, and with it `visible`, the change record and the version:
 * - SQL that writes one of `tables`, or a table whose name is computed, in one string or put together
 * - SQL that PostgreSQL puts together: `EXECUTE` in a block
 * - strings that end before the table, as nobody can see which one follows
 * - repositories, managers, runners and transactions of TypeORM
 * - functions that write the table that they are given
 * - statements that are made as the class of rows makes its own
 * - another name for one of these functions
 * A statement with a reason is left out.
 */
export function findWrites(source, tables) {
  const { module, lineAt, hasComment } = parsed(source);
  const bindings = new Bindings(module);
  const sources = dataSourcesIn(module);
  const found = new Map();
  const report = (node, statement, what) => {
    const line = lineAt(node);
    if (!hasComment(node, statement, REASON)) found.set(`${line} ${what}`, { line, what });
  };
  const seen = new WeakSet();
  walk(module, (node, statement) => {
    // A variable that grows is a whole where it begins; other names are looked at where they get their text.
    const grown = bindings.grownFrom(node);
    const text = isName(node) ? undefined : textOf(grown?.id ?? node, bindings);
    if (text !== undefined) {
      const parts = grown?.parts ?? partsOf(node);
      // Where a part alone writes it, its own statement is looked at.
      const alone = grown
        ? parts.map((part) => textOf(part))
        : parts.filter(isName).map((part) => textOf(part, bindings));
      const told = new Set(alone.flatMap((one) => writtenBy(one ?? '')));
      for (const table of writtenBy(text))
        if ((table === '?' || tables.has(table)) && !told.has(table))
          report(node, statement, `writes ${table} by itself`);
      if (!seen.has(node) && WITHOUT_TABLE.test(text.replace(COMMENTS, ' ').replace(/\s+/g, ' ')))
        report(node, statement, 'leaves the table that it writes to another string');
      if (!seen.has(node) && PUT_TOGETHER.test(text.replace(COMMENTS, ' ')))
        report(node, statement, 'runs SQL that PostgreSQL puts together');
      for (const part of parts) seen.add(part);
    }
    const member = memberOf(node);
    if (REPOSITORIES.has(member?.value)) report(member, statement, `takes ${member.value} of TypeORM`);
    const writer = renamedBy(node);
    if (isWriter(writer)) report(node, statement, `gives ${writer} another name`);
    if (node.type !== 'CallExpression') return;
    const name = calledBy(node);
    if (MAKES_WRITES.has(name)) report(node, statement, `makes a write by ${name}`);
    if (WRITES_TABLE.has(name)) {
      const [, given] = node.arguments;
      const table = (given && textOf(given.expression, bindings)) ?? '?';
      if (table.includes('?') || tables.has(table)) report(node, statement, `writes ${table} by ${name}`);
    }
    if (name === 'transaction' && isDataSource(node.callee.object, sources))
      report(node, statement, 'takes transaction of TypeORM');
  });
  return [...found.values()].sort((one, other) => one.line - other.line);
}

/** The names that a source has for the DataSource of TypeORM, by their types or by what is asked for it. */
function dataSourcesIn(module) {
  const names = new Set(['dataSource']);
  walk(module, (node) => {
    const type = node.typeAnnotation?.typeAnnotation?.typeName?.value;
    if (type === 'DataSource') names.add(node.type === 'ClassProperty' ? node.key.value : node.value);
    if (node.type === 'VariableDeclarator' && asksForDataSource(node.init)) names.add(node.id.value);
  });
  return names;
}

const asksForDataSource = (node) =>
  node?.type === 'CallExpression' &&
  node.arguments.some(({ expression }) => expression.value === 'DataSource' && isName(expression));

const isDataSource = (node, names) =>
  node !== undefined && (names.has((node.property ?? node).value) || asksForDataSource(node));

const isName = ({ type }) => type === 'Identifier' || type === 'MemberExpression';

/** The name of the function or method that is called. */
function calledBy({ callee: { type, value, property } }) {
  if (type !== 'MemberExpression') return value;
  return property.type === 'Computed' ? property.expression.value : property.value;
}

/** The function or method that an import or a variable gives another name. */
function renamedBy({ type, imported, init }) {
  if (type === 'ImportSpecifier') return imported?.value;
  if (type !== 'VariableDeclarator' || !init || !isName(init)) return undefined;
  return init.property?.value ?? init.value;
}

/** The name of the member that a node takes: `one.member`, or `const { member } = one`. */
function memberOf({ type, property, key }) {
  if (type === 'MemberExpression') return property;
  return type === 'KeyValuePatternProperty' || type === 'AssignmentPatternProperty' ? key : undefined;
}

/** All that a text is made of. */
function partsOf(node) {
  const parts = [];
  walk(node, (part) => part !== node && parts.push(part));
  return parts;
}
