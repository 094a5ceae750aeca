import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Seconds. Every assertion is remembered for as long as it lives; one for years would be a password. */
const MAX_LIFETIME = 60 * 60;

/** The `typ` values of an assertion (RFC 7523bis section 4); an access token or a logout token is none. */
const types = ['jwt', 'client-authentication+jwt'];

/**
 * The checks of a signed client assertion that the library does not make (RFC 7523 section 3). It has checked
 * that the audience is the issuer or an endpoint of ours, or has one among others: another audience could use
 * the assertion here (RFC 7523bis).
 */
export function checkClientAssertion(
  _ctx: KoaContextWithOIDC,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
): void {
  const { aud, exp, iss, sub } = claims;
  if ([aud].flat().length > 1) throw new errors.InvalidClientAuth('aud must be the issuer alone');
  if (header['typ'] !== undefined && !isAssertionType(header['typ']))
    throw new errors.InvalidClientAuth('typ must be JWT or client-authentication+jwt');
  if (sub !== iss) throw new errors.InvalidClientAuth('sub and iss must both be the client_id');
  if (Number(exp) > Date.now() / 1000 + MAX_LIFETIME)
    throw new errors.InvalidClientAuth('the assertion lives too long');
}

/** A media type: case counts for nothing, and `application/` may be left out (RFC 7515 section 4.1.9). */
const isAssertionType = (type: unknown): boolean =>
  typeof type === 'string' && types.includes(type.toLowerCase().replace(/^application\//, ''));
