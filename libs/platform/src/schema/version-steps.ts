import type { FastifyRequest } from 'fastify';
import { UnreadableBody } from '../http/api/unreadable-body.js';
import { ProblemError } from '../problems/problem-error.js';
import type { OlderVersion } from './versioned.js';

const isMembers = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof UnreadableBody);

/**
 * The body of an older version as the newest one has it. Another value than an object stays, for the schema
 * to refuse.
 */
export function newerBody({ body, apiVersion }: FastifyRequest, steps: readonly OlderVersion[]): unknown {
  if (!isMembers(body)) return body;
  try {
    return steps.reduce((members, { request }) => request?.(members) ?? members, body);
  } catch (cause) {
    // A step expects members of a shape that nobody has checked: it is the caller's mistake when they have
    // another.
    const detail = `The body is not one of version ${apiVersion}.`;
    return new UnreadableBody(
      cause instanceof ProblemError ? cause : new ProblemError('validation-failed', { detail, cause }),
    );
  }
}

/** The answer of the newest version as the one that was asked for has it. */
export function olderAnswer(body: unknown, steps: readonly OlderVersion[]): unknown {
  if (steps.length === 0 || !isMembers(body)) return body;
  const newestFirst = steps.toReversed();
  const older = (row: object): object =>
    newestFirst.reduce<object>((now, { response }) => response?.(now as Record<string, unknown>) ?? now, row);
  return Array.isArray(body['data']) ? { ...body, data: body['data'].map(older) } : older(body);
}
