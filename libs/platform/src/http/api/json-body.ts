import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../problems/problem-error.js';
import { UnreadableBody } from './unreadable-body.js';

/** Deeper bodies overflow the stack of recursive validators. */
const MAX_DEPTH = 32;
const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';

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

const malformed = (detail: string, cause?: unknown): UnreadableBody =>
  new UnreadableBody(new ProblemError('malformed-json', { detail, cause }));

/** RFC 5789 section 2.2: a patch of an unsupported type is told the supported one in `Accept-Patch`. */
const unsupported = (method: string): UnreadableBody =>
  new UnreadableBody(
    method === 'PATCH'
      ? new ProblemError('unsupported-media-type', {
          detail: `Send ${MERGE_PATCH_TYPE} in UTF-8, not compressed.`,
          headers: { 'accept-patch': MERGE_PATCH_TYPE },
        })
      : new ProblemError('unsupported-media-type', { detail: `Send ${JSON_TYPE} in UTF-8, not compressed.` }),
  );

/** JSON is UTF-8 (RFC 8259 section 8.1): another `charset`, like any coding of the content, is not read. */
function isReadable({ headers }: FastifyRequest, reads: boolean): boolean {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const coding = headers['content-encoding'] ?? 'identity';
  return reads && /^utf-?8$/i.test(charset) && coding.toLowerCase() === 'identity';
}

/**
 * Reads `application/merge-patch+json` on PATCH (RFC 7396), `application/json` elsewhere, and nothing else.
 * Prototype keys and bodies nested deeper than 32 levels are not read. An unread body becomes an
 * `UnreadableBody`.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const readers: [type: string, reads: (method: string) => boolean][] = [
    [JSON_TYPE, (method) => method !== 'PATCH'],
    [MERGE_PATCH_TYPE, (method) => method === 'PATCH'],
    ['*', () => false],
  ];
  for (const [type, reads] of readers) {
    fastify.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      // An empty body is no body: whether one is needed is for the handler's schema to say.
      if (bytes.length === 0) return done(null, undefined);
      if (!isReadable(request, reads(request.method))) return done(null, unsupported(request.method));
      if (!isUtf8(bytes as Buffer)) return done(null, malformed('The body is not UTF-8.'));
      void parse(request, bytes.toString('utf8'), (error, body) => {
        if (error) return done(null, malformed('The body is not valid JSON.', error));
        if (isTooDeep(body)) {
          return done(null, malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`));
        }
        done(null, body);
      });
    });
  }
}
