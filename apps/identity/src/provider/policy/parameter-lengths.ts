import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * Bytes of a parameter at most, as `keptBytes` counts them. All of them are kept while the user signs in, and
 * `nonce` with each refresh token of the grant. Clients put no more than a reference or their own state into
 * one.
 */
export const MOST_BYTES: Record<string, number> = {
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

const EMPTY_BYTES = JSON.stringify(JSON.stringify('')).length;

/**
 * The bytes that a text takes where sign-ins are kept: UTF-8, and JSON within JSON. A letter of English is
 * one, a quotation mark four, a control character seven.
 */
export const keptBytes = (text: string): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(text))) - EMPTY_BYTES;

/** Throws the refusal of a parameter that is longer. */
export function checkLength(name: string, value: unknown): void {
  const most = MOST_BYTES[name];
  // A client may name several resources (RFC 8707 section 2).
  if (most !== undefined && keptBytes([value].flat().join('')) > most)
    throw new errors.InvalidRequest(`'${name}' must have at most ${most} bytes, as it is kept`);
}

/** For `extraParams` of the library, which asks each of them about its parameter, of PAR as well. */
export const parameterLengths = Object.fromEntries(
  Object.keys(MOST_BYTES).map((name) => [
    name,
    (_ctx: KoaContextWithOIDC, value: unknown) => checkLength(name, value),
  ]),
);
