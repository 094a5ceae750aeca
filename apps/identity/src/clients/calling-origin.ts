/**
 * Whether pages of this origin may call for the client: the client's redirect URIs are there (OAuth for
 * Browser-Based Apps).
 */
export const mayCallFrom = (origin: string, redirectUris: readonly string[] = []): boolean =>
  // Every scheme of a native application has the origin `null`, and so has every sandboxed frame.
  origin !== 'null' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
