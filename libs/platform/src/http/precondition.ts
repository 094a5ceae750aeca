import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalidHeader, ProblemError } from '../problems/problem-error.js';

/** What `If-Match` asks for: any of these versions, any version at all, or nothing. */
export type Precondition = readonly number[] | 'any' | undefined;

const STRONG_TAG = /^"(\d{1,9})"$/;
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** Reads `If-Match` (RFC 9110 section 13.1.1): a weak or foreign tag never matches, a malformed one is refused. */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => ENTITY_TAG.test(tag)))
    throw invalidHeader('if-match', 'Must be entity tags, as in ETag.');
  return tags.flatMap((tag) => STRONG_TAG.exec(tag)?.[1] ?? []).map(Number);
}

/** Throws 412 with `currentVersion` unless `version` is what the precondition asks for. */
export function checkPrecondition(precondition: Precondition, version: number): void {
  if (precondition === undefined || precondition === 'any' || precondition.includes(version)) return;
  throw new ProblemError('version-mismatch', {
    detail: `The current version is ${version}.`,
    extensions: { currentVersion: version },
  });
}

/** The precondition of a write, from `If-Match`; 428 when it is absent and the company demands one. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): Precondition => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const precondition = preconditionOf(request.headers['if-match']);
  if (precondition === undefined && request.company?.requireIfMatch) {
    throw new ProblemError('precondition-required', { detail: 'This company requires If-Match on writes.' });
  }
  return precondition;
});
