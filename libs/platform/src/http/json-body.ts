import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problems/problem-error.js';

/** Deeper bodies overflow the stack of recursive validators. */
const MAX_DEPTH = 32;

function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/**
 * Accepts `application/json`, and `application/merge-patch+json` on PATCH (RFC 7396), and nothing else. Refuses
 * prototype keys and bodies nested deeper than 32 levels.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      // An empty body is no body: whether one is needed is for the handler's schema to say.
      if (text === '') return done(null, undefined);
      void parse(request, text as string, (error, body) => {
        if (error)
          return done(
            new ProblemError('malformed-json', { detail: 'The body is not valid JSON.', cause: error }),
          );
        if (isTooDeep(body)) {
          return done(
            new ProblemError('malformed-json', {
              detail: `The body is nested deeper than ${MAX_DEPTH} levels.`,
            }),
          );
        }
        done(null, body);
      });
    },
  );
}
