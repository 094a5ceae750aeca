import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidParameter } from '../problems/problem-error.js';

const ALWAYS = ['id', 'version'];

/** The members that one row of an answer can have: of the answer itself, or of the rows of its page. */
function rowMembers(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { data } = schema.shape as Record<string, unknown>;
  const row = data instanceof z.ZodArray ? data.element : schema;
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
}

/** The answer reduced to the members that `fields` names. Throws 400 for a member that there is not. */
export function sparse(
  request: FastifyRequest,
  schema: z.ZodType | null | undefined,
  body: unknown,
): unknown {
  const { fields } = request.query as { fields?: unknown };
  if (typeof fields !== 'string' || !schema) return body;
  const known = rowMembers(schema);
  const asked = fields.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidParameter('fields', `There is no member ${unknown}.`);
  const wanted = new Set([...ALWAYS, ...asked]);
  const pick = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)));
  const page = body as { data?: object[] };
  return Array.isArray(page.data) ? { ...page, data: page.data.map(pick) } : pick(body as object);
}
