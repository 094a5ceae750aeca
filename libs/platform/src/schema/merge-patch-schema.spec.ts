import { expect, it } from '@jest/globals';
import { line, optional, saved } from '@safety/contracts';
import { z } from 'zod';
import { mergePatchSchema } from './merge-patch-schema.js';

const address = z.strictObject({ street: line(20), city: optional(line(20)) });
const plot = z.strictObject({ width: z.int(), height: z.int(), unit: line(20).optional() });
const patch = mergePatchSchema(
  saved(
    'SavePlace',
    {
      name: line(20).describe('What people call it.'),
      size: z.int().default(1),
      note: z.string().optional(),
      area: z.number().nullable(),
      address: optional(address),
      plot: optional(plot.transform(({ width, height }) => width * height)),
      tags: z.array(z.strictObject({ text: line(20) })).default([]),
    },
    {},
  ),
);

it.each<[string, object]>([
  ['nothing', {}],
  ['one member', { name: 'Quarry' }],
  ['the removal of a member that has a default', { size: null }],
  ['the removal of a member that may be absent', { note: null }],
  ['one member within an object', { address: { city: 'Cork' } }],
  ['the removal of a member within an object', { address: { city: null } }],
  ['the removal of an object', { address: null }],
  ['one member within an object that is transformed', { plot: { width: 2 } }],
  ['the removal of a member within one', { plot: { unit: null } }],
  ['a whole list', { tags: [{ text: 'loud' }] }],
  ['a read-only member, as it was read', { version: 3 }],
])('takes %s', (_, body) => {
  expect(patch.safeParse(body)).toEqual({ success: true, data: body });
});

it.each<[string, object]>([
  ['the removal of a required member', { name: null }],
  ['the removal of a required member that may be null', { area: null }],
  ['the removal of a required member within an object', { address: { street: null } }],
  ['the removal of a required member within an object that is transformed', { plot: { width: null } }],
  ['a value that the member may not have', { size: 'big' }],
  ['half an element of a list', { tags: [{}] }],
  ['a member that there is not', { colour: 'red' }],
  ['a member that there is not, within an object', { address: { planet: 'Mars' } }],
])('refuses %s', (_, body) => {
  expect(patch.safeParse(body).success).toBe(false);
});

it('has a name of its own, the descriptions and no defaults', () => {
  const { SavePlacePatch } = z.toJSONSchema(patch, { io: 'input' }).$defs ?? {};
  expect(SavePlacePatch?.properties?.['name']).toMatchObject({ description: 'What people call it.' });
  expect(SavePlacePatch?.required).toBeUndefined();
  expect(JSON.stringify(SavePlacePatch)).not.toContain('"default"');
});

it('is made of objects only', () => {
  expect(() => mergePatchSchema(z.string())).toThrow('Only the schema of an object');
});
