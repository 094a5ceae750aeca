import {
  type FieldError,
  type Permission,
  type ProblemCode,
  type ProblemExtensions,
  problems,
} from '@safety/contracts';

export interface ProblemOptions {
  /** A sentence for the caller; never holds secrets, SQL or another company's data. */
  detail?: string;
  errors?: FieldError[];
  /** Members beside the standard ones, for example `currentVersion`. */
  extensions?: ProblemExtensions;
  headers?: Record<string, string>;
  /** The internal cause; logged, never sent. */
  cause?: unknown;
}

/** The one error type of the suite: a documented code, a public text and a private cause. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].title, { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = problems[code].status;
    this.options = options;
  }
}

/**
 * 404 for a row that does not exist, is archived out of sight, or belongs to another company: never told
 * apart.
 */
export const notFound = (what: string): ProblemError =>
  new ProblemError('not-found', { detail: `No such ${what}.` });

/** Faults that one answer names. */
const MOST_ERRORS = 100;

/** Wrong parts of a request: `detail` counts each once, `errors` names the first 100 faults. */
export const ofFaults = (errors: readonly FieldError[], part: 'field' | 'parameter'): ProblemOptions => {
  const count = new Set(errors.map(({ pointer, parameter }) => pointer ?? parameter)).size;
  return {
    detail: count === 1 ? `1 ${part} is invalid.` : `${count} ${part}s are invalid.`,
    errors: errors.slice(0, MOST_ERRORS),
  };
};

/** 422 with the wrong members of the body. */
export const invalidFields = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('validation-failed', ofFaults(errors, 'field'));

/** 422 with one wrong member of the body. */
export const invalidField = (pointer: string, code: FieldError['code'], detail: string): ProblemError =>
  invalidFields([{ pointer, code, detail }]);

/** Throws 422 when there are any faults. */
export function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidFields(faults);
}

/** 403 that names the permission the caller lacks; `where`, since the caller may hold it elsewhere. */
export const permissionDenied = (permission: Permission, where?: 'in the whole company'): ProblemError =>
  new ProblemError('permission-denied', {
    detail: `You lack the permission ${where ? `${permission} ${where}` : permission}.`,
    extensions: { requiredPermission: permission },
  });

/** 403 for a move from where the caller lacks a permission to where the caller holds it. */
export const gainedByMove = (permission: Permission, what: string): ProblemError =>
  new ProblemError('permission-denied', {
    detail:
      `You lack the permission ${permission} where the ${what} is, and hold it where it would be. ` +
      'Ask somebody who holds it at both.',
    extensions: { requiredPermission: permission },
  });

/** 400 with one wrong query parameter. */
export const invalidParameter = (parameter: string, detail: string): ProblemError =>
  new ProblemError('invalid-parameter', { detail, errors: [{ parameter, code: 'invalid-format', detail }] });

/** 400 with one wrong request header. */
export const invalidHeader = (header: string, detail: string): ProblemError =>
  new ProblemError('invalid-parameter', { detail, errors: [{ header, code: 'invalid-format', detail }] });

/** 405 with the methods that the address has. */
export const methodNotAllowed = (allowed: readonly string[]): ProblemError =>
  new ProblemError('method-not-allowed', {
    detail: `Allowed here: ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  });

/** 501 for a method that no path of any service has, so that there is nothing to allow in its place. */
export const methodNotImplemented = (): ProblemError =>
  new ProblemError('not-implemented', { detail: 'No path has this method.' });
