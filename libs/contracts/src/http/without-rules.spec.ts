import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { httpsUrl, optional } from './text.js';
import { dateSchema, dateTimeSchema } from './time.js';
import { withoutRules } from './without-rules.js';

it.each<[string, z.ZodType, unknown, unknown]>([
  ['a length', z.string().max(1), 'long', 'long'],
  ['a pattern', z.string().regex(/^a$/), 'b', 'b'],
  ['a format', z.email(), 'no address', 'no address'],
  ['trimming', z.string().trim(), ' a ', ' a '],
  ['a range', z.number().min(5), 1, 1],
  ['a range of integers', z.int().min(5), 1, 1],
  ['a refinement', z.boolean().refine((value) => value), false, false],
  ['a refinement of an enum', z.enum(['a', 'b']).refine((value) => value === 'a'), 'b', 'b'],
  ['what is done before', z.preprocess((given) => given ?? 'a', z.string().max(1)), 'text', 'text'],
  ['a transformation', z.string().transform((text) => text.length), 'text', 'text'],
  ['the length of a list', z.array(z.string().max(1)).max(1), ['aa', 'bb'], ['aa', 'bb']],
  ['the keys of a record', z.record(z.string().max(1), z.number().max(1)), { long: 5 }, { long: 5 }],
  ['strictness, dropping the rest', z.strictObject({ a: z.string().max(1) }), { a: 'aa', b: 1 }, { a: 'aa' }],
  ['rules below null', z.string().max(1).nullable(), 'long', 'long'],
  ['rules below a union', z.union([z.string().max(1), z.number().max(1)]), 5, 5],
])('drops %s', (_, schema, value, kept) => {
  expect(schema.safeParse(value).data).not.toEqual(kept);
  expect(withoutRules(schema).parse(value)).toEqual(kept);
});

it.each<[string, z.ZodType, unknown]>([
  ['a text', z.string(), 1],
  ['an integer', z.int(), 1.5],
  ['an enum', z.enum(['a']), 'b'],
  ['presence: a default is for writing', z.string().default('a'), undefined],
  ['null where it may not be', z.string(), null],
  ['an object inside', z.object({ a: z.object({ b: z.string() }) }), { a: {} }],
])('keeps the type of %s', (_, schema, value) => {
  expect(withoutRules(schema).safeParse(value).success).toBe(false);
});

it('keeps the name and the description for the documents', () => {
  const plain = withoutRules(z.string().max(5).describe('What it means.').meta({ format: 'uuid' }));
  expect(plain.meta()).toMatchObject({ description: 'What it means.', format: 'uuid' });
});

it.each<[string, z.ZodType]>([
  ['date', dateSchema],
  ['date-time', dateTimeSchema],
  ['email', z.email().max(254)],
  ['uri', httpsUrl],
])('keeps the format %s for the documents', (format, schema) => {
  const plain = withoutRules(optional(schema.describe('What it means.')));
  expect(z.toJSONSchema(plain)).toEqual({
    $schema: expect.anything(),
    anyOf: [{ type: 'string', format, description: 'What it means.' }, { type: 'null' }],
  });
});

it('refuses a type that it does not know', () => {
  expect(() => withoutRules(z.bigint())).toThrow('bigint');
});
