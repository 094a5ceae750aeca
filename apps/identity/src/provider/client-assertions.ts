import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Seconds. Every assertion is remembered for as long as it lives; one for years would be a password. */
const MAX_LIFETIME = 60 * 60;

/** What the library does not ask of a client's signed assertion (RFC 7523 section 3). */
export function checkClientAssertion(_ctx: KoaContextWithOIDC, claims: Record<string, unknown>): void {
  const { exp, iss, sub } = claims;
  if (sub !== iss) throw new errors.InvalidClientAuth('sub and iss must both be the client_id');
  if (Number(exp) > Date.now() / 1000 + MAX_LIFETIME)
    throw new errors.InvalidClientAuth('the assertion lives too long');
}
