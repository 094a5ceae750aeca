// Reads TypeScript for the checks that look into statements.
import swc from '@swc/core';

/**
 * The syntax tree of a source. `lineAt` is the line of a node; `hasComment` says whether a comment above the
 * statement of a node, or inside of it, matches.
 */
export function parsed(source) {
  // The first span is where the first token is: this one makes it the beginning of the file.
  const bytes = Buffer.from(`;${source}`);
  const module = swc.parseSync(bytes.toString(), { syntax: 'typescript', decorators: true });
  const lines = source.split('\n');
  const lineAt = ({ span }) =>
    bytes
      .subarray(0, span.start - module.span.start)
      .toString()
      .split('\n').length;
  const hasComment = (node, statement, pattern) => {
    let first = lineAt(statement);
    while (/^\s*(\/\/|\/?\*)/.test(lines[first - 2] ?? '')) first -= 1;
    return lines.slice(first - 1, lineAt(node)).some((text) => pattern.test(text));
  };
  return { module, lineAt, hasComment };
}

/**
 * The text of a string, joined from several too, with ` ? ` for each part that is not known. `bindings` says
 * what is under a name (writes/bindings.mjs); without them names are not known.
 */
export function textOf(node, bindings) {
  const text = (part) => textOf(part, bindings);
  const known = (part) => text(part) ?? ' ? ';
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'ParenthesisExpression') return text(node.expression);
  if (node.type === 'TemplateLiteral' && node.expressions)
    return node.quasis
      .map(({ raw }, at) => raw + (at < node.expressions.length ? known(node.expressions[at]) : ''))
      .join('');
  const parts = partsOf(node, bindings);
  if (parts) return parts.some((part) => text(part) !== undefined) ? parts.map(known).join('') : undefined;
  return bindings?.text(node, text);
}

/** The operands of `+` and `concat`, and what `join` puts between the elements of a list. */
function partsOf({ type, operator, left, right, callee, arguments: given }, bindings) {
  if (type === 'BinaryExpression') return operator === '+' ? [left, right] : undefined;
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression') return undefined;
  const { object, property } = callee;
  const [separator] = given.map(({ expression }) => expression);
  if (property.value === 'concat') return [object, ...given.map(({ expression }) => expression)];
  if (property.value !== 'join' || !separator) return undefined;
  const elements = object.type === 'ArrayExpression' ? elementsOf(object) : bindings?.elements(object);
  return elements?.flatMap((element, at) => (at > 0 ? [separator, element] : [element]));
}

/** The expressions of a list. */
export const elementsOf = ({ elements }) => elements.flatMap((element) => element?.expression ?? []);

/** Calls back with each node, in the order of the source, and with the statement that it is a part of. */
export function walk(node, visit, statement = node) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit, statement);
  else if (node && typeof node === 'object') {
    const isStatement =
      /(Statement|VariableDeclaration|ClassProperty)$/.test(node.type ?? '') &&
      node.type !== 'BlockStatement';
    const nearest = isStatement ? node : (statement ?? node);
    if (node.type || node.async) visit(node, nearest.span ? nearest : node);
    for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, visit, nearest);
  }
}
