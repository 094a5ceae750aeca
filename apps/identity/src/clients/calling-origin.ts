/**
 * Whether pages of this origin may call for the client: the client's redirect URIs are there (OAuth for
 * Browser-Based Apps).
 */
export const mayCallFrom = (origin: string, redirectUris: readonly string[] = []): boolean =>
  redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
