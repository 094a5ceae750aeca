import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { bodyProblem, queryProblem } from './issues.js';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  kind: z.enum(['a', 'b']),
  size: z.number().min(1).max(5),
  tags: z.array(z.string()).min(1).max(2),
  when: z.iso.date(),
  due: z.string().refine((text) => text !== 'late', { error: 'Is late.', params: { code: 'before-start' } }),
  odd: z.string().refine((text) => text !== 'even', { error: 'Is even.' }),
  'a/b~c': z.object({ '~': z.string() }),
  rows: z.array(z.object({ id: z.string() })),
});

const good = {
  name: 'abc',
  kind: 'a',
  size: 3,
  tags: ['x'],
  when: '2026-01-01',
  due: 'soon',
  odd: 'x',
  'a/b~c': { '~': 'x' },
  rows: [{ id: '1' }],
};

function problemOf(body: unknown) {
  const result = schema.safeParse(body);
  if (result.success) throw new Error('The body is valid');
  return bodyProblem(result.error.issues, body);
}

it('the good body is good', () => {
  expect(schema.safeParse(good).success).toBe(true);
});

describe('one wrong member', () => {
  it.each([
    ['absent', { name: undefined }, '/name', 'required'],
    ['null', { name: null }, '/name', 'invalid-format'],
    ['of another type', { name: 7 }, '/name', 'invalid-format'],
    ['too short', { name: 'a' }, '/name', 'too-short'],
    ['too long', { name: 'abcde' }, '/name', 'too-long'],
    ['not of the list', { kind: 'c' }, '/kind', 'invalid-enum'],
    ['an absent choice', { kind: undefined }, '/kind', 'required'],
    ['too small', { size: 0 }, '/size', 'out-of-range'],
    ['too big', { size: 6 }, '/size', 'out-of-range'],
    ['an empty list', { tags: [] }, '/tags', 'too-short'],
    ['a long list', { tags: ['1', '2', '3'] }, '/tags', 'too-long'],
    ['no date', { when: '2026-02-30' }, '/when', 'invalid-format'],
    ['a rule with a code of its own', { due: 'late' }, '/due', 'before-start'],
    ['a rule without one', { odd: 'even' }, '/odd', 'invalid-format'],
    ['a name with / and ~ (RFC 6901 section 3)', { 'a/b~c': { '~': 1 } }, '/a~1b~0c/~0', 'invalid-format'],
    ['absent deep inside', { rows: [{ id: '1' }, {}] }, '/rows/1/id', 'required'],
    ['absent because what holds it is null', { rows: [null] }, '/rows/0', 'invalid-format'],
  ])('%s', (_, change, pointer, code) => {
    const problem = problemOf({ ...good, ...change });
    expect({ code: problem.code, detail: problem.options.detail }).toEqual({
      code: 'validation-failed',
      detail: '1 field is invalid.',
    });
    expect(problem.options.errors).toMatchObject([{ pointer, code, detail: expect.any(String) }]);
  });

  it.each([
    ['too short', { name: 'a' }, { minLength: 2 }],
    ['too long', { name: 'abcde' }, { maxLength: 4 }],
    ['an empty list', { tags: [] }, { minItems: 1 }],
    ['a long list', { tags: ['1', '2', '3'] }, { maxItems: 2 }],
    ['too small', { size: 0 }, { minimum: 1 }],
    ['too big', { size: 6 }, { maximum: 5 }],
    ['absent', { name: undefined }, {}],
  ])('%s: the limit is a member', (_, change, limit) => {
    const [{ pointer: _pointer, code: _code, detail: _detail, ...rest } = { pointer: '' }] =
      problemOf({ ...good, ...change }).options.errors ?? [];
    expect(rest).toEqual(limit);
  });
});

it('unknown members alone are unknown-field, each by its name', () => {
  const problem = problemOf({ ...good, 'x/y': 1, z: 2 });
  expect(problem.code).toBe('unknown-field');
  expect(problem.options.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/x~1y', 'unknown-field'],
    ['/z', 'unknown-field'],
  ]);
});

it('unknown members beside other faults are validation-failed', () => {
  expect(problemOf({ ...good, name: 'a', z: 2 }).code).toBe('validation-failed');
});

it.each([undefined, null, [], 'text', 7])('a body of %j is wrong as a whole', (body) => {
  const problem = problemOf(body);
  expect(problem.status).toBe(422);
  expect(problem.options.errors?.map(({ pointer }) => pointer)).toEqual(['']);
});

it('names at most 100 faults, and counts all', () => {
  const problem = problemOf({ ...good, rows: Array.from({ length: 500 }, () => ({})) });
  expect(problem.options.errors).toHaveLength(100);
  expect(problem.options.detail).toBe('500 fields are invalid.');
});

it.each([
  [2 ** 53, { maximum: 100_000 }],
  [-(2 ** 53), { minimum: 1 }],
])(
  'an integer that no number holds exactly is beyond the limit of its member, once: %d',
  (minutes, limit) => {
    const { issues = [] } =
      z.object({ minutes: z.int().min(1).max(100_000) }).safeParse({ minutes }).error ?? {};
    const { detail, errors } = bodyProblem(issues, { minutes }).options;
    expect({ detail, errors }).toEqual({
      detail: '1 field is invalid.',
      errors: [{ pointer: '/minutes', code: 'out-of-range', detail: expect.any(String), ...limit }],
    });
  },
);

it('counts fields, not their faults', () => {
  const twice = z.object({ name: z.string().min(3).regex(/^b/) });
  const { issues = [] } = twice.safeParse({ name: 'a' }).error ?? {};
  const { detail, errors } = bodyProblem(issues, { name: 'a' }).options;
  expect([detail, errors?.length]).toEqual(['1 field is invalid.', 2]);
});

describe('queries', () => {
  const query = z.strictObject({
    limit: z.string().regex(/^\d+$/),
    ids: z.array(z.string().min(2)).optional(),
  });
  const of = (parameters: unknown) =>
    queryProblem(query.safeParse(parameters).error?.issues ?? [], parameters);

  it('an unknown parameter is unknown-parameter', () => {
    const problem = of({ limit: '1', page: '2' });
    expect({ code: problem.code, status: problem.status, errors: problem.options.errors }).toMatchObject({
      code: 'unknown-parameter',
      status: 400,
      errors: [{ parameter: 'page', code: 'unknown-field' }],
    });
  });

  const list = z.string().transform((text) => text.split(','));
  it.each([
    ['an enum', z.enum(['draft', 'active']), 'draft,nope', 'invalid-enum'],
    ['an id', z.uuid(), 'nope', 'invalid-format'],
    ['a text', z.string().max(3), 'nope', 'too-long'],
  ])('a wrong element of a list is no missing one: %s', (_, element, given, code) => {
    const parameters = { filter: given };
    const result = z.strictObject({ filter: list.pipe(z.array(element)) }).safeParse(parameters);
    const { errors } = queryProblem(result.error?.issues ?? [], parameters).options;
    expect(errors).toMatchObject([{ parameter: 'filter', code }]);
  });

  it('a wrong parameter is invalid-parameter, named without the place inside it', () => {
    const problem = of({ limit: 'x', ids: ['aa', 'b'] });
    expect(problem.code).toBe('invalid-parameter');
    expect(problem.options.errors?.map(({ parameter }) => parameter)).toEqual(['limit', 'ids']);
  });
});
