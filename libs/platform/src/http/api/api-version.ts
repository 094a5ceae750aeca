import {
  API_VERSION_HEADER,
  type ApiVersion,
  apiVersions,
  deprecatedApiVersions,
  newestApiVersion,
} from '@safety/contracts';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../problems/problem-error.js';
import { pathOf } from '../path-of.js';
import { deprecationHeaders, type LinkAddresses } from './deprecation-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The version that the request asks for; the newest when it does not say. */
    apiVersion: ApiVersion;
  }
}

/** The version that a request asks for with `Api-Version`; the newest when it does not say. Throws 400. */
export function requestedApiVersion(header: string | string[] | undefined): ApiVersion {
  if (header === undefined) return newestApiVersion;
  const version = apiVersions.find((known) => known === header);
  if (version) return version;
  throw new ProblemError('unsupported-api-version', {
    detail: `Known versions are ${apiVersions.join(', ')}.`,
    errors: [
      { header: API_VERSION_HEADER, code: 'invalid-enum', detail: `Must be of ${apiVersions.join(', ')}.` },
    ],
    extensions: { supportedVersions: [...apiVersions] },
  });
}

/**
 * Sets `request.apiVersion` and `Api-Version`, and says on each answer in a deprecated version until when it
 * works.
 */
export function answerInVersions(fastify: FastifyInstance, addresses: LinkAddresses): void {
  fastify.decorateRequest('apiVersion', newestApiVersion);
  fastify.addHook('onRequest', (request, reply, done) => {
    const version = requestedApiVersion(request.headers[API_VERSION_HEADER]);
    request.apiVersion = version;
    reply.header(API_VERSION_HEADER, version);
    // An operation that is deprecated itself has said more.
    if (!reply.hasHeader('deprecation'))
      reply.headers(deprecatedVersionHeaders(version, addresses, pathOf(request.url)));
    done();
  });
}

/**
 * The headers of a deprecated version; `path` is that of the same operation in the newest one, where it is
 * known.
 */
export function deprecatedVersionHeaders(
  version: ApiVersion,
  addresses: LinkAddresses,
  path?: string,
): Record<string, string> {
  const deprecation = deprecatedApiVersions[version];
  if (!deprecation) return {};
  return deprecationHeaders({ ...deprecation, ...(path && { successor: path as `/${string}` }) }, addresses);
}
