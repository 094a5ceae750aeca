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

/** The text of a string, joined from several too, with ` ? ` for each part that is not known. */
export function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'ParenthesisExpression') return textOf(node.expression);
  if (node.type === 'TemplateLiteral' && node.expressions)
    return node.quasis
      .map(({ raw }, at) => raw + (at < node.expressions.length ? partOf(node.expressions[at]) : ''))
      .join('');
  const parts = partsOf(node);
  return parts?.some((part) => textOf(part) !== undefined) ? parts.map(partOf).join('') : undefined;
}

const partOf = (node) => textOf(node) ?? ' ? ';

/** The operands of `+` and `concat`, and what `join` puts between the elements of a list. */
function partsOf({ type, operator, left, right, callee, arguments: given }) {
  if (type === 'BinaryExpression') return operator === '+' ? [left, right] : undefined;
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression') return undefined;
  const { object, property } = callee;
  const [separator] = given.map(({ expression }) => expression);
  if (property.value === 'concat') return [object, ...given.map(({ expression }) => expression)];
  if (property.value !== 'join' || object.type !== 'ArrayExpression' || !separator) return undefined;
  return object.elements.flatMap((element, at) => [
    ...(at > 0 ? [separator] : []),
    ...(element ? [element.expression] : []),
  ]);
}

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
