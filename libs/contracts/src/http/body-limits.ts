/** Bytes of a JSON body at most, where its endpoint states nothing else. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** Bytes of a form of identity at most: oidc-provider reads no more. */
export const MAX_FORM_BYTES = 56 * 1024;
