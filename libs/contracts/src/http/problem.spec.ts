import { STATUS_CODES } from 'node:http';
import { expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { type ProblemCode, problems } from './problem.js';

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
