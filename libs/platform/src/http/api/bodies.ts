import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../problems/problem-error.js';
import { jsonExcess } from './json-excess.js';
import { UnreadableBody } from './unreadable-body.js';

const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const malformed = (detail: string, cause?: unknown): UnreadableBody =>
  new UnreadableBody(new ProblemError('malformed-json', { detail, cause }));

/** The fault of a text that Fastify does not take for JSON: members that set a prototype are none to it. */
function faultOfJson(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return 'The body has a member __proto__, or a constructor with a prototype.';
  } catch {
    return 'The body is not valid JSON.';
  }
}

/** The types that a route reads: those of its handler, else JSON. */
function typesOf({ method, routeOptions }: FastifyRequest): readonly string[] {
  return routeOptions.config.body?.types ?? [method === 'PATCH' ? MERGE_PATCH_TYPE : JSON_TYPE];
}

/** RFC 5789 section 2.2: a patch of an unsupported type is told the supported one in `Accept-Patch`. */
function unsupported(request: FastifyRequest): UnreadableBody {
  const types = typesOf(request);
  return new UnreadableBody(
    new ProblemError('unsupported-media-type', {
      detail: `Send ${types.join(' or ')} in UTF-8, not compressed.`,
      ...(request.method === 'PATCH' && { headers: { 'accept-patch': types.join(', ') } }),
    }),
  );
}

/** JSON is UTF-8 (RFC 8259 section 8.1): another `charset`, like any coding of the content, is not read. */
function isReadable(request: FastifyRequest): boolean {
  const { 'content-type': given = '', 'content-encoding': coding = 'identity' } = request.headers;
  const charset = /;\s*charset="?([^";\s]+)/i.exec(given)?.[1] ?? 'utf-8';
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return typesOf(request).includes(type) && /^utf-?8$/i.test(charset) && coding.toLowerCase() === 'identity';
}

/**
 * Reads `application/merge-patch+json` on PATCH (RFC 7396), `application/json` elsewhere, and nothing else
 * but what a handler declares. Prototype keys and bodies with too many levels, members or values are not
 * read. An unread body becomes an `UnreadableBody`.
 */
export function acceptBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // Fastify reads no more of a body than its route says.
  fastify.addHook('onRoute', (route) => {
    const { maxBytes } = route.config?.body ?? {};
    if (maxBytes !== undefined) route.bodyLimit = maxBytes;
  });
  // Fastify refuses such a type at once, before any guard and where nobody looks at a body. Of a request
  // without a type the body is unsupported as well, to whoever needs it.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined && request.mediaType === undefined)
      delete headers['content-type'];
    done();
  });
  const parse = fastify.getDefaultJsonParser('error', 'error');
  for (const type of [JSON_TYPE, MERGE_PATCH_TYPE, '*']) {
    fastify.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      // An empty body is no body: whether one is needed is for the handler's schema to say.
      if (bytes.length === 0) return done(null, undefined);
      if (!isReadable(request)) return done(null, unsupported(request));
      if (request.routeOptions.config.body?.types) return done(null, bytes);
      if (!isUtf8(bytes as Buffer)) return done(null, malformed('The body is not UTF-8.'));
      const excess = jsonExcess(bytes as Buffer);
      if (excess) return done(null, malformed(excess));
      const text = bytes.toString('utf8');
      void parse(request, text, (error, body) =>
        done(null, error ? malformed(faultOfJson(text), error) : body),
      );
    });
  }
}
