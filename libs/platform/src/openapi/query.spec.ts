import { expect, it } from '@jest/globals';
import { fieldsQuery } from '@safety/contracts';
import { z } from 'zod';
import { sparseSchema } from '../schema/sparse.js';
import { documentedQuery } from './query.js';

it.each([
  [['id', 'version', 'name'], 'The members to return; id and version always are. '],
  [['id', 'name'], 'The members to return; id always is. '],
  [['name'], 'The members to return. '],
])('fields of rows with %j promises the members that they have', (members, promised) => {
  const { fields } = documentedQuery(z.strictObject({ fields: fieldsQuery }), members).shape;
  expect((fields as z.ZodType).meta()?.description).toContain(promised);
});

it.each([
  [z.object({ id: z.string(), name: z.string() }), 'Without `fields` every member is there.'],
  [
    z.object({ id: z.string(), payroll: z.string().optional() }),
    'Without `fields` every member is there, and of payroll those that `include` names.',
  ],
])('rows that fields reduces say which members are there without it', (row, description) => {
  expect(sparseSchema(row).meta()?.description).toBe(description);
});
