import { API_VERSION_HEADER, COMPANY_CONTEXT_HEADER } from '@safety/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * Says of every answer who may keep it (RFC 9111 section 5.2.2). One with an `ETag` may be kept by the caller
 * alone, who has to ask each time whether it still holds (`If-None-Match`), and only for the same token,
 * company and version. Nothing else may be kept at all: these are the data of companies.
 */
export function forbidSharedCaching(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) {
      if (!reply.hasHeader('etag')) reply.header('cache-control', 'no-store');
      else
        reply
          .header('cache-control', 'private, no-cache')
          .header('vary', `authorization, ${COMPANY_CONTEXT_HEADER}, ${API_VERSION_HEADER}`);
    }
    done(null, payload);
  });
}
