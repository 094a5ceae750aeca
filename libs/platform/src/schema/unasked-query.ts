import { fieldsQuery } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { queryProblem } from './issues.js';

const nothing = z.strictObject({});

/** The parameter that reduces the answer of one resource; lists have the same parameter among others. */
export const singleReadQuery = z.strictObject({ fields: fieldsQuery });

/** Refuses the query of a handler that takes none and would not notice. */
export function refuseUnaskedQuery({ query, method }: FastifyRequest): void {
  const reads = method === 'GET' || method === 'HEAD';
  const result = (reads ? singleReadQuery : nothing).safeParse(query);
  if (!result.success) throw queryProblem(result.error.issues, query);
}
