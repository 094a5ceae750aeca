import { STATUS_CODES } from 'node:http';
import { expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import { type ProblemCode, type ProblemExtensions, problemSchema, problems } from './problem.js';

it.each(Object.entries(problems))('%s has an error status and a title', (code, { status, title }) => {
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(status >= 400 && status <= 599 && STATUS_CODES[status] !== undefined).toBe(true);
  expect(title).toMatch(/^[A-Z]/);
});

it('has no title twice', () => {
  const titles = Object.values(problems).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('does not compile with another code', () => {
  expectTypeOf<'not-found'>().toExtend<ProblemCode>();
  expectTypeOf<'not-there'>().not.toExtend<ProblemCode>();
});

const described = z.toJSONSchema(problemSchema).$defs?.['Problem'];

it.each([
  ['supportedVersions', { type: 'array', items: { type: 'string' } }],
  ['requiredScope', { type: 'string' }],
  ['requiredPermission', { type: 'string' }],
  ['conflictingId', { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }],
  ['conflictingPersonnelId', { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }],
  ['currentStatus', { type: 'string' }],
  ['allowedTransitions', { type: 'array', items: { type: 'string' } }],
  ['firstStatus', { type: 'integer' }],
  ['successor', { type: 'string' }],
  ['currentVersion', { type: 'integer' }],
  ['see', { type: 'string' }],
  ['policy', { type: 'string' }],
])('the schema describes %s, which some problems carry', (member, type) => {
  expect(described?.properties?.[member]).toMatchObject({
    ...type,
    description: expect.stringMatching(/^4\d\d `[a-z-]+`: /),
  });
  expect(described?.required).not.toContain(member);
});

it('the schema allows members that it does not describe (RFC 9457 section 3.2)', () => {
  expect(described?.additionalProperties).toEqual({});
});

it('does not compile with a member that the schema does not describe', () => {
  expectTypeOf<'currentVersion'>().toExtend<keyof ProblemExtensions>();
  expectTypeOf<'secret'>().not.toExtend<keyof ProblemExtensions>();
});
