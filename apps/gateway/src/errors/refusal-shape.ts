import type { Problem } from '@safety/contracts';
import { languageOf, pathOf, prefersHtml } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from '../page.js';
import { isForPrograms, isProtocol } from '../paths/paths-of-apis.js';
import { unescapedPath } from '../paths/unescaped-path.js';
import { refusalPage } from './refusal.page.js';

/** Beside the few that every page may read. */
const EXPOSED = 'retry-after, x-request-id';
const TRY_AGAIN: readonly number[] = [429, 503];
const READS: readonly string[] = ['GET', 'HEAD'];

type Shown = Pick<Problem, 'title' | 'detail' | 'status'>;

/**
 * Gives a problem of the gateway the shape that its reader knows. Below `/auth` these are people, who get a
 * page, and clients of OpenID Connect, who read `error` (RFC 6749 section 5.2) in `application/json`. At the
 * endpoints that programs call, it is always that, and a page of any origin may read it, since nothing of a
 * user is in it. Anything else stays as it is.
 */
export function shapeRefusal(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' || !isProblem(reply)) return payload;
  const path = unescapedPath(pathOf(request.url));
  if (!isProtocol(path)) return payload;
  const problem = JSON.parse(payload) as Shown;
  const forPrograms = isForPrograms(path);
  const { origin } = request.headers;
  reply.header('vary', [reply.getHeader('vary'), 'accept', 'origin'].filter(Boolean).join(', '));
  if (forPrograms && origin !== undefined)
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
  const canRetry = TRY_AGAIN.includes(problem.status);
  if (!forPrograms && prefersHtml(request.raw)) {
    const language = languageOf(request.raw);
    reply.headers({ 'content-language': language, 'content-security-policy': pagePolicy });
    reply.type('text/html; charset=utf-8');
    const address = READS.includes(request.method) ? request.url : undefined;
    return refusalPage(language, { title: problem.title, address, canRetry });
  }
  reply.type('application/json');
  return JSON.stringify({
    error: canRetry ? 'temporarily_unavailable' : 'invalid_request',
    error_description: problem.detail ?? problem.title,
    ...problem,
  });
}

const isProblem = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('application/problem+json');
