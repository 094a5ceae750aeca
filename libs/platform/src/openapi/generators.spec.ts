import { describe, expect, it } from '@jest/globals';
import { suitGenerators } from './generators.js';

describe('a document that generators of clients understand', () => {
  const map = { type: 'object', additionalProperties: { type: 'string' } };
  const list = { type: 'array', items: { type: 'string' } };

  it.each([
    [
      'several types',
      { type: ['string', 'number', 'null'] },
      { anyOf: ['string', 'number', 'null'].map((type) => ({ type })) },
    ],
    ['one type or null', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['a map or null', { anyOf: [map, { type: 'null' }] }, { ...map, type: ['object', 'null'] }],
    [
      'a list or null',
      { anyOf: [list, { type: 'null' }], description: 'd' },
      { ...list, type: ['array', 'null'], description: 'd' },
    ],
    [
      'an object or null',
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
    ],
    [
      'a default that is an object',
      { ...map, default: { a: 'b' } },
      { ...map, description: 'By default `{"a":"b"}`.' },
    ],
    ['a default that is a list', { ...list, default: [] }, { ...list, default: [] }],
    ['a member called default', { properties: { default: map } }, { properties: { default: map } }],
  ])('%s', (_, schema, expected) => {
    expect(suitGenerators({ schema })).toEqual({ schema: expected });
  });
});
