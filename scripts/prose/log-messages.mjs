import { parsed, textOf, walk } from '../sources.mjs';
import { Bindings } from '../writes/bindings.mjs';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const CALLS = new RegExp(`\\b(?:${LEVELS.join('|')})\\b`);
const LOGGER = /^(?:log|logger)$/;
/** Have a method of the same name as a level: INFO of Redis. */
const NO_LOGGERS = new Set(['redis']);

/**
 * The messages of the calls of a log in a source, `{ line, message }`: all of a call that chooses between
 * them. Parts that are computed are `?`; a message that is computed as a whole is undefined, and so are those
 * of a method that is taken out of its log.
 */
export function logMessagesOf(source) {
  if (!CALLS.test(source)) return [];
  const { module, lineAt } = parsed(source);
  const bindings = new Bindings(module);
  const messages = [];
  walk(module, (node) => {
    if (takesLevelOut(node)) messages.push({ line: lineAt(node), message: undefined });
    if (!isLogCall(node)) return;
    // Fields come first; a message alone has none.
    const [first, second] = node.arguments.map(({ expression }) => expression);
    for (const one of choicesOf(second ?? first))
      messages.push({ line: lineAt(node), message: textOf(one, bindings)?.replace(/\s+/g, ' ').trim() });
  });
  return messages;
}

/** Without the `?.` before it. */
const plain = (node) => (node?.type === 'OptionalChainingExpression' ? plain(node.base) : node);

const nameOf = (node) => {
  const { property, value } = plain(node);
  return property?.value ?? value;
};

const takesLevelOut = ({ type, id, init }) =>
  type === 'VariableDeclarator' &&
  id.type === 'ObjectPattern' &&
  init &&
  LOGGER.test(nameOf(init)) &&
  id.properties.some(({ key }) => LEVELS.includes(key?.value));

function isLogCall({ type, callee: called, arguments: given }) {
  const callee = plain(called);
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || given.length === 0) return false;
  const { object, property } = callee;
  const name = nameOf(object);
  return property.type === 'Computed'
    ? LOGGER.test(name)
    : LEVELS.includes(property.value) && !NO_LOGGERS.has(name);
}

function choicesOf(node) {
  if (node.type === 'ParenthesisExpression') return choicesOf(node.expression);
  if (node.type === 'ConditionalExpression')
    return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
  return /^(?:\?\?|\|\|)$/.test(node.operator) ? [...choicesOf(node.left), ...choicesOf(node.right)] : [node];
}
