import type { FastifyInstance } from 'fastify';

/** What fits into an address everywhere on the way; a longer request is refused as 413. */
const MAX_FORM_BYTES = 8 * 1024;

/** Endpoints of the browser that take a form as well (OIDC Core section 3.1.2.1, RP-Initiated Logout section 2). */
const PATHS = ['/connect/authorize', '/connect/endsession'];

/**
 * Sends a posted request on as GET. A form comes from the client's site, and to such a request the browser does not add the
 * session cookie (SameSite=Lax): answered at once, it would meet nobody. The GET that follows has the cookie.
 */
export function acceptPostedRequests(scope: FastifyInstance, issuer: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body)).toString()),
  );
  for (const path of PATHS) {
    scope.post(path, (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${issuer}${path}?${request.body ?? ''}`, 303),
    );
  }
}
