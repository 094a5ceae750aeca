import { fieldsQuery } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRead } from '../http/is-read.js';
import { queryProblem } from './issues.js';

const nothing = z.strictObject({});

/** The parameter that reduces the answer of one resource; lists have the same parameter among others. */
export const singleReadQuery = z.strictObject({ fields: fieldsQuery });

/** Refuses the query of a handler that takes none and would not notice. */
export function refuseUnaskedQuery(request: FastifyRequest): void {
  const { query } = request;
  const result = (isRead(request) ? singleReadQuery : nothing).safeParse(query);
  if (!result.success) throw queryProblem(result.error.issues, query);
}
