import type { FieldError, FieldErrorCode, FieldLimits } from '@safety/contracts';
import type { z } from 'zod';
import { ofFaults, ProblemError } from '../problems/problem-error.js';

/** An issue as zod reports it through Standard Schema. */
export type SchemaIssue = z.core.$ZodIssue;

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** RFC 6901: `~` and `/` in a name are escaped. */
const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function codeOf(issue: SchemaIssue, value: unknown): FieldErrorCode {
  if (value === undefined) return 'required';
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too-short' : 'out-of-range';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too-long' : 'out-of-range';
    case 'invalid_value':
      return 'invalid-enum';
    case 'custom':
      return (issue.params?.['code'] as FieldErrorCode | undefined) ?? 'invalid-format';
    default:
      return 'invalid-format';
  }
}

/** The limit that the value is beyond, where the schema says one. */
function limitOf(issue: SchemaIssue): FieldLimits {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return {};
  const isLeast = issue.code === 'too_small';
  const value = Number(isLeast ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') return isLeast ? { minLength: value } : { maxLength: value };
  if (issue.origin === 'array') return isLeast ? { minItems: value } : { maxItems: value };
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  // A bound that is itself too much has no name here.
  if (!isNumber || issue.inclusive === false) return {};
  return isLeast ? { minimum: value } : { maximum: value };
}

interface Fault extends FieldLimits {
  path: readonly PropertyKey[];
  code: FieldErrorCode;
  detail: string;
}

/** The faults that `issues` name. `given` returns the value that was sent at a path, or undefined. */
function faultsOf(issues: readonly SchemaIssue[], given: (path: readonly PropertyKey[]) => unknown): Fault[] {
  return issues
    .filter((issue, index) => !isToldAgain(issue, issues[index + 1]))
    .flatMap((issue): Fault[] => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => ({
          path: [...issue.path, key],
          code: 'unknown-field',
          detail: 'Is not known here.',
        }));
      }
      const code = codeOf(issue, given(issue.path));
      const isMissing = code === 'required' && issue.code !== 'custom';
      const detail = isMissing ? 'Is required.' : issue.message;
      return [{ path: issue.path, code, detail, ...(!isMissing && limitOf(issue)) }];
    });
}

const LIMITS = new Set(['too_small', 'too_big']);

/** Whether the next issue tells a closer limit of the same value: an integer beyond 2^53 has two maximums. */
const isToldAgain = (issue: SchemaIssue, next?: SchemaIssue): boolean =>
  LIMITS.has(issue.code) && next?.code === issue.code && pointerOf(issue.path) === pointerOf(next.path);

/**
 * 422: `unknown-field` when nothing else is wrong, else `validation-failed`; each fault with its JSON
 * pointer.
 */
export function bodyProblem(issues: readonly SchemaIssue[], body: unknown): ProblemError {
  const faults = faultsOf(issues, (path) => valueAt(body, path));
  const errors = faults.map(({ path, ...fault }): FieldError => ({ pointer: pointerOf(path), ...fault }));
  const onlyUnknown = errors.every((error) => error.code === 'unknown-field');
  return new ProblemError(onlyUnknown ? 'unknown-field' : 'validation-failed', ofFaults(errors, 'field'));
}

/** 400: `unknown-parameter` when nothing else is wrong, else `invalid-parameter`. */
export function queryProblem(issues: readonly SchemaIssue[], query: unknown): ProblemError {
  // A parameter is text, which the schema turns into a list. The index of a wrong element exists in the list
  // alone.
  const faults = faultsOf(issues, ([name = '']) => valueAt(query, [name]));
  const errors = faults.map(
    ({ path, ...fault }): FieldError => ({ parameter: String(path[0] ?? ''), ...fault }),
  );
  const onlyUnknown = errors.every((error) => error.code === 'unknown-field');
  const code = onlyUnknown ? 'unknown-parameter' : 'invalid-parameter';
  return new ProblemError(code, ofFaults(errors, 'parameter'));
}
