import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * Characters of a parameter at most. All of them are kept while the user signs in, and `nonce` with each
 * refresh token of the grant. Clients put no more than a reference or their own state into one.
 */
const MOST: Record<string, number> = {
  acr_values: 512,
  claims_locales: 512,
  code_challenge: 128,
  display: 64,
  // Of a user of ten companies, with the longest names and nonce, an ID token has 5,000.
  id_token_hint: 6144,
  login_hint: 512,
  max_age: 16,
  nonce: 512,
  prompt: 64,
  redirect_uri: 2000,
  resource: 2000,
  state: 4096,
  ui_locales: 512,
};

/** Throws the refusal of a parameter that is longer. */
export function checkLength(name: string, value: unknown): void {
  const most = MOST[name];
  // A client may name several resources (RFC 8707 section 2).
  const length = [value].flat().join('').length;
  if (most !== undefined && length > most)
    throw new errors.InvalidRequest(`'${name}' must have at most ${most} characters`);
}

/** For `extraParams` of the library, which asks each of them about its parameter, of PAR as well. */
export const parameterLengths = Object.fromEntries(
  Object.keys(MOST).map((name) => [
    name,
    (_ctx: KoaContextWithOIDC, value: unknown) => checkLength(name, value),
  ]),
);
