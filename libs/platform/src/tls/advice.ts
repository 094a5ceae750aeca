/** OpenSSL on a certificate whose chain ends at an authority that it does not know. */
const UNKNOWN_AUTHORITY =
  /self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/;
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** An error with all that it stands for, as `fetch` and pools wrap it. */
function* causesOf(error: unknown): Generator<NodeJS.ErrnoException> {
  if (!(error instanceof Error)) return;
  yield error;
  yield* causesOf(error.cause);
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
}

/**
 * A sentence that says what to do about a certificate of a server that is not believed; undefined for any
 * other error. One setting counts for PostgreSQL, Redis, mail and HTTP alike, since all ask Node.
 */
export function tlsAdvice(error: unknown): string | undefined {
  for (const { message, code } of causesOf(error)) {
    if (UNKNOWN_AUTHORITY.test(message))
      return 'The certificate of the server is of an authority that is not known here: name its PEM file in NODE_EXTRA_CA_CERTS.';
    if (code === OTHER_NAME)
      return 'The certificate of the server is for another name: use a name that it holds, or add this one.';
  }
  return undefined;
}
