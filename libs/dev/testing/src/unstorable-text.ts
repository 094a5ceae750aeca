import { z } from 'zod';

/** Two with U+0000, which PostgreSQL cannot store; the second is long enough for any member. */
const UNSTORABLE = ['a\u0000b', `${'a'.repeat(64)}\u0000`];

/**
 * Whether what is read of a text still holds U+0000. A member that takes anything is none of text: one that
 * is read only, which nobody reads.
 */
const keeps = (schema: z.core.$ZodType): boolean =>
  !z.safeParse(schema, {}).success &&
  UNSTORABLE.some((text) => JSON.stringify(z.safeParse(schema, text).data)?.includes('\\u0000'));

/**
 * JSON pointers of the members of a body that take text with U+0000, on which its statement would fail: a
 * bare `z.string()`. `*` stands for any element of a list and for any member of a record.
 */
export function unstorableTexts(schema: z.core.$ZodType, pointer = ''): string[] {
  if (keeps(schema)) return [pointer];
  return [...new Set(partsOf(schema).flatMap(([name, part]) => unstorableTexts(part, pointer + name)))];
}

type Part = [name: string, part: z.core.$ZodType];

function partsOf(schema: z.core.$ZodType): Part[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    const members = Object.entries<z.core.$ZodType>(def.shape).map(
      ([name, part]): Part => [`/${name}`, part],
    );
    return def.catchall ? [...members, ['/*', def.catchall]] : members;
  }
  if (def.type === 'array') return [['/*', def.element]];
  if (def.type === 'record')
    return [
      ['/*', def.keyType],
      ['/*', def.valueType],
    ];
  if (def.type === 'tuple') return def.items.map((part): Part => ['/*', part]);
  if (def.type === 'union') return def.options.map((part): Part => ['', part]);
  if (def.type === 'intersection')
    return [
      ['', def.left],
      ['', def.right],
    ];
  if (def.type === 'lazy') return [['', def.getter()]];
  // The pipe is tried as a whole: it may refuse what its first part takes.
  if (def.type === 'pipe') return partsOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
  return 'innerType' in def ? [['', def.innerType]] : [];
}
