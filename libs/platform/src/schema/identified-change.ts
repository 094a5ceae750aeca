import { identity } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Precondition, requestPrecondition } from '../http/api/precondition.js';
import { readableBody } from '../http/api/unreadable-body.js';
import { Change } from './change.js';
import { bodyProblem, type SchemaIssue } from './issues.js';

const idOf = z.object({ id: identity.id });
const versionOf = z.object({ version: identity.version });

/** A change of the row that the body names by its `id`, as writes of a whole collection do. */
export class IdentifiedChange<Value> extends Change<Value> {
  constructor(
    schema: z.ZodType<Value>,
    body: unknown,
    precondition: Precondition,
    /** The row to change. */
    readonly id: string,
  ) {
    super(schema, body, precondition, false);
  }

  /** The value to save, without `id` and `version`. Throws 422. */
  override of(_row: object): Value {
    const { value, issues } = checked(this.schema, this.body);
    if (issues.length > 0) throw bodyProblem(issues, this.body);
    return value as Value;
  }
}

/**
 * Reads the change of a request. Throws 400, 415 and 422 at once for a body that names no row. All else of
 * the body is checked once the row is found.
 */
export function identifiedChange<Value>(
  schema: z.ZodType<Value>,
  request: FastifyRequest,
): IdentifiedChange<Value> {
  const body = readableBody(request.body);
  const named = idOf.safeParse(body);
  if (!named.success) {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    throw bodyProblem([...named.error.issues, ...(isObject ? checked(schema, body).issues : [])], body);
  }
  return new IdentifiedChange(schema, body, identifiedPrecondition(request, body as object), named.data.id);
}

/** A malformed version is no precondition: it is 422 once the row is found. */
function identifiedPrecondition(request: FastifyRequest, body: object): Precondition {
  const { success, data } = versionOf.safeParse(body);
  return success
    ? requestPrecondition(request, data.version)
    : requestPrecondition({ headers: request.headers });
}

/** The body without what names the row, and all that is wrong with it, beyond the id. */
function checked<Value>(
  schema: z.ZodType<Value>,
  body: unknown,
): { value: Value | undefined; issues: SchemaIssue[] } {
  const { id: _id, version: _version, ...rest } = body as Record<string, unknown>;
  const [version, result] = [versionOf.safeParse(body), schema.safeParse(rest)];
  return {
    value: result.data,
    issues: [...(version.error?.issues ?? []), ...(result.error?.issues ?? [])],
  };
}
