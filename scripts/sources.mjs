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

/** The text of a string, with ` ? ` for each part of a template that is not known. */
export function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis?.map(({ raw }) => raw).join(' ? ') : undefined;
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
