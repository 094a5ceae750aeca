import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type JsonSchema, refusedOf } from './is-subset.js';

const written = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
const read = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

const person = z.object({
  name: z.string().max(10),
  state: z.enum(['new', 'old']),
  boss: z.uuid().nullable(),
});

describe('what one release writes and another reads', () => {
  it.each<[string, z.ZodType, z.ZodType]>([
    ['the same', person, person],
    ['a member more', person.extend({ more: z.string() }), person],
    ['a member that readers do not need', person.omit({ boss: true }), person.partial({ boss: true })],
    [
      'a member with a default for readers',
      person.omit({ boss: true }),
      person.extend({ boss: z.uuid().default('') }),
    ],
    ['a shorter text', person.extend({ name: z.string().max(9) }), person],
    ['fewer values', person.extend({ state: z.literal('new') }), person],
    ['never null', person.extend({ boss: z.uuid() }), person],
    [
      'one of two forms',
      z.object({ a: z.string() }),
      z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]),
    ],
    ['whole numbers for numbers', z.object({ n: z.int().min(1).max(5) }), z.object({ n: z.number().min(0) })],
    ['a list of rows', z.array(person.extend({ more: z.int() })), z.array(person)],
  ])('%s is read', (_, one, other) => expect(refusedOf(written(one), read(other))).toEqual([]));

  it.each<[string, z.ZodType, z.ZodType, RegExp]>([
    ['a member less', person.omit({ boss: true }), person, /^\/boss: is read and not always written/],
    ['a member that may be absent', person.partial({ name: true }), person, /^\/name: is read/],
    [
      'a value more',
      person.extend({ state: z.enum(['new', 'old', 'lost']) }),
      person,
      /^\/state: "lost" is written/,
    ],
    ['any text for values', person.extend({ state: z.string() }), person, /^\/state: any value/],
    ['a longer text', person.extend({ name: z.string().max(11) }), person, /^\/name: maxLength/],
    ['null', person.extend({ name: z.string().max(10).nullable() }), person, /^\/name: null is written/],
    ['another type', person.extend({ boss: z.int() }), person, /^\/boss: integer is written/],
    ['another form', person.extend({ boss: z.string() }), person, /^\/boss: /],
    [
      'a member that is refused',
      z.object({ a: z.int(), b: z.int() }),
      z.strictObject({ a: z.int() }),
      /^\/b: is written/,
    ],
    ['a wrong row of a list', z.array(z.object({})), z.array(person), /^\[\]\/name: is read/],
    [
      'a wrong value of a map',
      z.record(z.string(), z.int()),
      z.record(z.string(), z.string()),
      /^\/\*: integer/,
    ],
  ])('%s is found', (_, one, other, reason) => {
    const found = refusedOf(written(one), read(other));
    expect(found.some((line) => reason.test(line))).toBe(true);
  });
});
