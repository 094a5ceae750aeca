// The check that somebody would write with jose: of each request, with keys that are fetched once.
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { JWKS_URL, ISSUER, AUDIENCE } = process.env;
const keys = createRemoteJWKSet(new URL(JWKS_URL));
const expected = { issuer: ISSUER, audience: AUDIENCE, typ: 'at+jwt', algorithms: ['ES256'] };

/** Throws when the request has no valid access token. */
export async function checkToken({ headers }) {
  await jwtVerify((headers.authorization ?? '').replace('Bearer ', ''), keys, expected);
}
