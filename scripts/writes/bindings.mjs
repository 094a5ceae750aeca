import { elementsOf } from '../sources.mjs';

/** Whose variables are not seen from outside. */
const BLOCK = /^(?:Module|BlockStatement|Function|ArrowFunction|ClassMethod|Constructor|For|While|DoWhile)/;

/**
 * Strings and lists of strings that a source keeps under a name: constants, variables that grow by `+=`,
 * lists that grow by `push`, members of constant objects, of classes and of enums. A name counts where it is
 * seen.
 */
export class Bindings {
  #all = [];
  /** Those whose text is being put together: `sql = sql + more` names itself. */
  #open = new Set();

  constructor(module) {
    each(module, module, (node, block) => this.#declare(node, block));
    each(module, module, (node) => this.#grow(node));
  }

  /** The variable that begins with a node and grows afterwards: its statement is nowhere as a whole. */
  grownFrom(node) {
    return this.#all.find(({ declaration, parts }) => declaration === node && parts.length > 1);
  }

  /** The text of a name or a member, by `textOf` of its parts; undefined for others. */
  text(node, textOf) {
    const binding = this.#find(node);
    if (binding === undefined) return undefined;
    // The parts before are there already.
    if (this.#open.has(binding)) return '';
    this.#open.add(binding);
    try {
      return textOfAll(binding.parts, textOf);
    } finally {
      this.#open.delete(binding);
    }
  }

  /** The elements of a list under a name; undefined for others. */
  elements(node) {
    const [first, ...pushed] = this.#find(node)?.parts ?? [];
    return first?.type === 'ArrayExpression' ? [...elementsOf(first), ...pushed] : undefined;
  }

  #find(node) {
    const name = nameOf(node);
    return this.#all
      .filter(
        (one) => one.name === name && one.block.start <= node.span.start && node.span.end <= one.block.end,
      )
      .sort((one, other) => other.block.start - one.block.start)[0];
  }

  #declare(node, block) {
    const add = (name, value, id) =>
      name && value && this.#all.push({ name, declaration: node, id, parts: [value], block: block.span });
    if (node.type === 'VariableDeclarator') {
      const value = bare(node.init);
      add(nameOf(node.id), value, node.id);
      if (value?.type === 'ObjectExpression')
        for (const { key, value: member } of value.properties)
          add(`${nameOf(node.id)}.${key?.value}`, bare(member));
    }
    if (node.type === 'ClassProperty') add(`this.${node.key.value}`, bare(node.value));
    if (/^Class(?:Declaration|Expression)$/.test(node.type))
      for (const { key, value, isStatic } of node.body)
        if (isStatic) add(`${node.identifier?.value}.${key?.value}`, bare(value));
    if (node.type === 'TsEnumDeclaration')
      for (const { id, init } of node.members) add(`${node.id.value}.${id.value}`, bare(init));
  }

  #grow(node) {
    const to = (target, values) => this.#find(target)?.parts.push(...values);
    if (node.type === 'AssignmentExpression' && /^\+?=$/.test(node.operator) && nameOf(node.left))
      to(node.left, [node.right]);
    const { object, property } = node.type === 'CallExpression' ? node.callee : {};
    if (property?.value === 'push' && nameOf(object))
      to(
        object,
        node.arguments.map(({ expression }) => expression),
      );
  }
}

/** Without what TypeScript adds: `as const`, `satisfies`, `!`. */
function bare(node) {
  return /^Ts|^Parenthesis/.test(node?.type ?? '') && node.expression ? bare(node.expression) : node;
}

/** `sql`, `words.verb`, `this.verb`; undefined for others. */
function nameOf(node) {
  if (node?.type === 'Identifier') return node.value;
  if (node?.type !== 'MemberExpression' || !node.property.value) return undefined;
  const object = node.object.type === 'ThisExpression' ? 'this' : nameOf(node.object);
  return object && `${object}.${node.property.value}`;
}

function textOfAll(parts, textOf) {
  const texts = parts.map(textOf);
  return texts.some((text) => text !== undefined) ? texts.map((text) => text ?? ' ? ').join('') : undefined;
}

/** Calls back with each node and the block that it is in. */
function each(node, block, visit) {
  if (Array.isArray(node)) for (const one of node) each(one, block, visit);
  else if (node && typeof node === 'object') {
    if (node.type) visit(node, block);
    const inner = BLOCK.test(node.type ?? '') && node.span ? node : block;
    for (const [key, value] of Object.entries(node)) if (key !== 'span') each(value, inner, visit);
  }
}
