/** How the ID tokens and logout tokens of a client can be signed. */
export const idTokenAlgorithms = ['RS256', 'ES256'] as const;
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

/** Of clients that ask for no other (OpenID Connect Registration section 2). */
export const usualIdTokenAlgorithm: IdTokenAlgorithm = 'RS256';

/**
 * Whether a token with this `typ` can be an ID token. The keys sign others as well: access tokens say at+jwt,
 * logout tokens logout+jwt (RFC 8725 section 3.11).
 */
export const isTypeOfIdTokens = (typ: unknown): boolean => typ === undefined || typ === 'JWT';
