import type { FastifyInstance } from 'fastify';
import type { Deprecation } from '../../schema/deprecated.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Deprecated`. */
    deprecation?: Deprecation;
  }
}

/** The public addresses that links begin with. */
export interface LinkAddresses {
  /** Of the business API. */
  api: string;
  /** Of the page that explains the API. */
  docs: string;
}

/** Of a service that has no business API, links are relative to its root. */
export const linkAddresses = (settings: { AUTH_URL: string; BASE_URL?: string }): LinkAddresses => ({
  api: settings.BASE_URL ?? '',
  docs: `${settings.AUTH_URL}/docs`,
});

/**
 * Says on every answer of a deprecated operation, refusals too, since when it is one, until when it works,
 * and what follows it.
 */
export function announceDeprecations(fastify: FastifyInstance, addresses: LinkAddresses): void {
  fastify.addHook('onRequest', ({ routeOptions }, reply, done) => {
    const { deprecation } = routeOptions.config;
    if (deprecation) reply.headers(deprecationHeaders(deprecation, addresses));
    done();
  });
}

/** `Link` to the successor (RFC 5829 section 3.3) and the documentation. */
export const successorLink = (successor: string | undefined, { api, docs }: LinkAddresses): string =>
  [
    ...(successor ? [`<${api}${successor}>; rel="successor-version"`] : []),
    `<${docs}>; rel="deprecation"; type="text/html"`,
  ].join(', ');

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links. */
export const deprecationHeaders = (
  { since, sunset, successor }: Deprecation,
  addresses: LinkAddresses,
): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  ...(sunset && { sunset: new Date(sunset).toUTCString() }),
  link: successorLink(successor, addresses),
});
