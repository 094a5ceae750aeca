import { issuerOf, languages } from '@safety/contracts';
import { checkSessionPath } from '../paths/protocol.js';

/** How a client proves who it is, at every endpoint that asks for it. */
export const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
/** Signatures of client assertions (RFC 7523), for the keys that can be registered. */
export const clientAssertionAlgorithms = ['ES256', 'RS256', 'PS256'] as const;

const authenticated = clientAuthMethods.filter((method) => method !== 'none');

/**
 * Metadata of discovery beyond the library's own (OIDC Discovery section 3, RFC 8414 section 2).
 */
export const discoveryMetadata = (authUrl: string): Record<string, unknown> => ({
  check_session_iframe: issuerOf(authUrl) + checkSessionPath,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  prompt_values_supported: ['none', 'login', 'consent'],
  ui_locales_supported: languages,
  request_parameter_supported: false,
  revocation_endpoint_auth_methods_supported: clientAuthMethods,
  revocation_endpoint_auth_signing_alg_values_supported: clientAssertionAlgorithms,
  introspection_endpoint_auth_methods_supported: authenticated,
  introspection_endpoint_auth_signing_alg_values_supported: clientAssertionAlgorithms,
});
