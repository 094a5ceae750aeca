import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSessionRoute } from '../../paths/protocol.js';

/** The longest address that passes everywhere on the way; a longer request is refused as 413. */
const MAX_FORM_BYTES = 8 * 1024;

/**
 * Endpoints of the browser that take a form as well (OIDC Core section 3.1.2.1, RP-Initiated Logout section
 * 2).
 */
const PATHS = ['/connect/authorize', endSessionRoute.path];

/** Answers a form, in the shape of a query, as GET with that query. */
export type AnswerAsGet = (request: FastifyRequest, reply: FastifyReply, form: string) => Promise<void>;

/** A browser's POST always says where it comes from (Fetch, "append a request `Origin` header"). */
const isOfProgram = ({ headers }: FastifyRequest): boolean =>
  headers.origin === undefined && headers['sec-fetch-site'] === undefined;

/**
 * Sends a posted request on as GET. A form comes from the client's site, and to such a request the browser
 * does not add the session cookie (SameSite=Lax): answered at once, it would meet nobody. The GET that
 * follows has the cookie.
 *
 * A program that ends a session has no cookie and follows no redirect: `endSessionAsGet` answers it at once,
 * and its token comes into no address.
 */
export function acceptPostedRequests(
  scope: FastifyInstance,
  issuer: string,
  endSessionAsGet: AnswerAsGet,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body)).toString()),
  );
  for (const path of PATHS) {
    scope.post(path, (request, reply) => {
      const form = String(request.body ?? '');
      if (path === endSessionRoute.path && isOfProgram(request)) return endSessionAsGet(request, reply, form);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${issuer}${path}?${form}`, 303);
    });
  }
}
