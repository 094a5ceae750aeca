import { expect, it } from '@jest/globals';
import { resolved } from './local-references.js';

const name = { type: 'string' };
const document = {
  paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/Name' }] } } },
  components: {
    parameters: {
      Name: { in: 'query', schema: { $ref: '#/components/schemas/Name', description: 'Short.' } },
    },
    schemas: {
      Name: name,
      Place: { name: { $ref: '#/components/schemas/Name' }, below: { $ref: '#/components/schemas/Place' } },
      Broken: { $ref: '#/components/schemas/Missing' },
    },
  },
};

it.each([
  [
    'references of references, with the words beside them',
    ['paths', '/a', 'get'],
    { parameters: [{ in: 'query', schema: { ...name, description: 'Short.' } }] },
  ],
  [
    'what holds itself, once',
    ['components', 'schemas', 'Place'],
    { name, below: { name, below: { $ref: '#/components/schemas/Place' } } },
  ],
  ['a reference that leads nowhere', ['components', 'schemas', 'Broken'], undefined],
  ['a path that is not there', ['paths', '/b'], undefined],
])('%s', (_, path, expected) => {
  expect(resolved(document, path)).toEqual(expected);
});
