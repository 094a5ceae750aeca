import { expect, it } from '@jest/globals';
import { idOrMeSchema, idSchema } from './id.js';

it.each([
  ['version 4', '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60', true],
  ['version 7', '019a9f44-2d4b-7c0e-9d2f-3f4f0a6a1b2c', true],
  ['the nil id', '00000000-0000-0000-0000-000000000000', true],
  ['upper case: the same row would have two ids', '0B37AB49-9EA5-4F4C-8B49-5D9A8F9D1F60', false],
  ['in braces', '{0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60}', false],
  ['without hyphens', '0b37ab499ea54f4c8b495d9a8f9d1f60', false],
  ['with a blank after it', '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60 ', false],
  ['with a line break after it', '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60\n', false],
  ['empty', '', false],
  ['a number', 7, false],
])('an id: %s', (_, text, valid) => {
  expect(idSchema.safeParse(text).success).toBe(valid);
});

it.each([
  ['me', true],
  ['0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60', true],
  ['you', false],
  ['me,me', false],
  ['me 0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60', false],
  ['0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60 me', false],
])('a user of a query: %j', (text, valid) => {
  expect(idOrMeSchema.safeParse(text).success).toBe(valid);
});
