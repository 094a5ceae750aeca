import { parsed, textOf, walk } from '../sources.mjs';

/** Says why a count may be read, in a comment above the statement. */
const REASON = /\/\/ count is read: \S/;

const SQL = /\b(SELECT|FROM|WHERE|HAVING|FILTER)\b/;
const AGGREGATE = /\b(count|max|min|sum)\s*\(/i;
/** Commands of Redis that tell how many there are. */
const SIZES = new Set(['dbsize', 'hlen', 'llen', 'scard', 'xlen', 'zcard', 'zcount']);
const READS = new Set(['get', 'hget', 'hgetall', 'hmget', 'mget']);
const INCREMENT = /\.(incr|incrby|hincrby|zincrby)\(|redis\.call\('[HZ]?INCR/i;

/**
 * Finds counts that are read apart from the write that depends on them: all who read at once would find room.
 * - SQL with an aggregate, and commands of Redis that tell a size
 * - rows of a SELECT that are compared with a limit, before an INSERT in the same function
 * - a value of Redis, in a file that also increments one
 * - a member that is read before an `await` and written after it with what was read
 * A statement with a reason is left out.
 */
export function findReadCounts(source) {
  const { module, lineAt, hasComment } = parsed(source);
  const found = new Map();
  const report = (node, statement, what) => {
    const line = lineAt(node);
    if (!hasComment(node, statement, REASON)) found.set(`${line} ${what}`, { line, what });
  };
  const increments = INCREMENT.test(source);
  walk(module, (node, statement) => {
    const text = textOf(node);
    if (text && SQL.test(text) && AGGREGATE.test(text)) report(node, statement, 'SQL reads a count');
    const command = node.type === 'CallExpression' ? node.callee.property?.value : undefined;
    if (SIZES.has(command)) report(node, statement, 'a size of Redis is read');
    if (increments && READS.has(command) && /redis|client/i.test(pathOf(node.callee.object)))
      report(node, statement, 'a counter of Redis is read');
    if (node.async && node.body)
      for (const limit of countedRows(node.body)) report(limit, limit, 'rows are counted before an INSERT');
    if (node.async && node.body)
      for (const late of lateWrites(node.body)) report(late, late, 'written after an await');
  });
  return [...found.values()].sort((one, other) => one.line - other.line);
}

/** Comparisons of how many rows a SELECT found with a limit, which an INSERT follows. */
function countedRows(body) {
  let selected = false;
  let compared = [];
  const counted = [];
  walk(body, (node) => {
    const text = textOf(node) ?? '';
    if (/^\s*SELECT\b/.test(text)) selected = true;
    if (selected && comparesRows(node)) compared.push(node);
    if (!/^\s*INSERT\b/.test(text)) return;
    counted.push(...compared);
    compared = [];
  });
  return counted;
}

/** `rows.length < 3`, `rowCount >= MOST`; whether there is a row at all is no count. */
function comparesRows(node) {
  if (node.type !== 'BinaryExpression' || !/^[<>]=?$/.test(node.operator)) return false;
  const sides = [node.left, node.right];
  const isLimit = ({ type, value }) =>
    type === 'NumericLiteral' ? value > 1 : type === 'Identifier' && /^[A-Z][A-Z\d_]+$/.test(value);
  const isSize = ({ type, property }) =>
    type === 'MemberExpression' && ['length', 'rowCount'].includes(property.value);
  return sides.some(isLimit) && sides.some(isSize);
}

/** Writes to members of `this` with a value that was read from one before an `await`. */
function lateWrites(body) {
  const read = new Map();
  const awaits = [];
  const late = [];
  walk(body, (node) => {
    if (node.type === 'AwaitExpression') awaits.push(node.span.end);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && readsMember(node.init))
      read.set(node.id.value, node.span.end);
    for (const value of valuesWritten(node)) {
      walk(value, ({ type, value: name }) => {
        const since = type === 'Identifier' ? read.get(name) : undefined;
        if (since !== undefined && awaits.some((end) => end > since && end < node.span.start))
          late.push(node);
      });
    }
  });
  return late;
}

/** The values put into a member: `this.x = value`, `this.x.set(key, value)`. */
function valuesWritten(node) {
  if (node.type === 'AssignmentExpression' && reachesThis(node.left)) return [node.right];
  if (node.type !== 'CallExpression' || node.callee.property?.value !== 'set') return [];
  return reachesThis(node.callee.object) ? node.arguments.slice(1).map(({ expression }) => expression) : [];
}

/** Whether a value is that of a member, or `get` of one; what another method makes is no count. */
function readsMember(node) {
  let calls = false;
  walk(node, ({ type, callee }) => {
    if (type === 'CallExpression' && callee.property?.value !== 'get' && reachesThis(callee)) calls = true;
  });
  return !calls && reachesThis(node);
}

function reachesThis(node) {
  let reaches = false;
  let awaits = false;
  walk(node, ({ type }) => {
    if (type === 'ThisExpression') reaches = true;
    if (type === 'AwaitExpression') awaits = true;
  });
  return reaches && !awaits;
}

/** Of `this.redis.client` that text. */
function pathOf(node) {
  if (node?.type === 'MemberExpression') return `${pathOf(node.object)}.${node.property.value}`;
  return node?.value ?? '';
}
