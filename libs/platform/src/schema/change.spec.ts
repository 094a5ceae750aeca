import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ProblemError } from '../problems/problem-error.js';
import { Change } from './change.js';

const schema = z.strictObject({
  name: z.string(),
  note: z.string().nullable().default(null),
  place: z
    .strictObject({ city: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  free: z.record(z.string(), z.string()).default({}),
  kept: z.strictObject({ here: z.string() }).nullable().default(null),
});
const row = {
  id: 'a',
  version: 1,
  name: 'x',
  note: 'y',
  place: { city: 'z' },
  free: { kept: 'k' },
  kept: null,
};
const patched = (body: unknown) => new Change(schema, body, undefined, true).of(row);

function refused(body: unknown) {
  try {
    patched(body);
  } catch (error) {
    const { code, options } = error as ProblemError;
    return { code, errors: options.errors?.map(({ pointer, code: fault }) => [pointer, fault]) };
  }
  throw new Error('The patch was taken');
}

describe('a merge patch', () => {
  it.each([
    ['a member', { note: null }, { note: null }],
    ['a member of an object', { place: { city: null } }, { place: { city: null } }],
    ['a free name', { free: { kept: null } }, { free: {} }],
    ['a free name that there is not', { free: { none: null } }, {}],
  ])('removes %s', (_, patch, changes) => {
    const { id: _id, version: _version, ...members } = row;
    expect(patched(patch)).toEqual({ ...members, ...changes });
  });

  it.each([
    ['a name that there is not', { notee: null }, 'unknown-field', ['/notee']],
    ['one of an object', { place: { cityy: null } }, 'unknown-field', ['/place/cityy']],
    ['two, of which one is set', { a: 1, b: null }, 'unknown-field', ['/a', '/b']],
    [
      'such a name beside another fault',
      { name: null, notee: null },
      'validation-failed',
      ['/name', '/notee'],
    ],
  ])('is refused for %s, and told all at once', (_, patch, code, pointers) => {
    expect(refused(patch)).toMatchObject({
      code,
      errors: pointers.map((pointer) => [pointer, expect.any(String)]),
    });
  });

  it('is refused for a required member of an object that is not there: required', () => {
    expect(refused({ kept: { here: null } }).errors).toEqual([['/kept/here', 'required']]);
  });
});
