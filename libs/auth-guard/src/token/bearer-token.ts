import type { IncomingMessage } from 'node:http';
import { countHeader, ProblemError } from '@safety/platform';
import { tokenInvalid, tokenMissing } from './access-token-verifier.js';

/** RFC 6750 section 2.1, with the scheme in any case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/=-]+)$/i;

/** The access token of a request. Throws 400 when it is sent twice and 401 when there is none. */
export function bearerToken(request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): string {
  const { authorization } = request.headers;
  if (authorization === undefined) throw tokenMissing();
  if (countHeader(request, 'authorization') > 1) {
    throw new ProblemError('bad-request', { detail: 'Send the Authorization header once.' });
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw /^bearer/i.test(authorization) ? tokenInvalid() : tokenMissing();
  return token;
}
