import type { Parameters } from '../testing/flows.js';

/** An authorization request that is refused, and how. */
export interface RefusedRequest {
  name: string;
  /** The differences from a good request. */
  parameters: Parameters;
  error: string;
}

const redirect = 'http://localhost:9090/callback';

/**
 * Refused with a page: an address that was not registered must never be sent anything (RFC 6749 section
 * 4.1.2.1).
 */
export const shownToTheUser: RefusedRequest[] = [
  { name: 'no client_id (RFC 6749 4.1.1)', parameters: { client_id: undefined }, error: 'invalid_request' },
  {
    name: 'unknown client_id (RFC 6749 4.1.2.1)',
    parameters: { client_id: 'nobody' },
    error: 'invalid_client',
  },
  { name: 'client_id with U+0000', parameters: { client_id: 'demo\u0000web' }, error: 'invalid_client' },
  {
    name: 'no redirect_uri (OIDC Core 3.1.2.1)',
    parameters: { redirect_uri: undefined },
    error: 'invalid_request',
  },
  ...[
    ['another origin', 'https://evil.example/callback'],
    ['another port', 'http://localhost:9099/callback'],
    ['another scheme', 'https://localhost:9090/callback'],
    ['another case', 'http://localhost:9090/Callback'],
    ['another path', `${redirect}/more`],
    ['a dot segment', 'http://localhost:9090/x/../callback'],
    ['a query', `${redirect}?more=1`],
    ['a fragment', `${redirect}#more`],
    ['user information', 'http://localhost:9090@evil.example/callback'],
    ['the loopback address for localhost', 'http://127.0.0.1:9090/callback'],
    ['a script', 'javascript:alert(1)'],
  ].map(([name, uri]) => ({
    name: `redirect_uri with ${name} (RFC 9700 2.1)`,
    parameters: { redirect_uri: uri },
    error: 'invalid_redirect_uri',
  })),
  {
    name: 'redirect_uri of another client (RFC 9700 2.1)',
    parameters: { redirect_uri: 'http://localhost:9091/callback' },
    error: 'invalid_redirect_uri',
  },
];

/** Refused at the client: it gets `error`, its `state` back, and `iss` (RFC 9207). */
export const sentToTheClient: RefusedRequest[] = [
  {
    name: 'no response_type (RFC 6749 3.1.1)',
    parameters: { response_type: undefined },
    error: 'invalid_request',
  },
  ...['token', 'id_token', 'code id_token', 'none', 'rubbish'].map((type) => ({
    name: `response_type=${type} (RFC 9700 2.1.2)`,
    parameters: { response_type: type, nonce: 'a-nonce' },
    error: 'unsupported_response_type',
  })),
  ...['fragment', 'web_message', 'jwt', 'rubbish'].map((mode) => ({
    name: `response_mode=${mode} (OAuth Multiple Response Types 2.1)`,
    parameters: { response_mode: mode },
    error: 'unsupported_response_mode',
  })),
  { name: 'no scope (specification)', parameters: { scope: undefined }, error: 'invalid_request' },
  { name: 'an empty scope', parameters: { scope: ' ' }, error: 'invalid_scope' },
  {
    name: 'an unknown scope (RFC 6749 4.1.2.1)',
    parameters: { scope: 'openid rubbish' },
    error: 'invalid_scope',
  },
  {
    name: 'a scope that exists but is not registered (specification)',
    parameters: { scope: 'openid resources_business_api.read' },
    error: 'invalid_scope',
  },
  { name: 'a scope with a quote (RFC 6749 3.3)', parameters: { scope: 'openid "' }, error: 'invalid_scope' },
  ...[
    'select_account',
    'create',
    'rubbish',
    'login none',
    'none consent',
    'consent select_account',
    'Login',
  ].map((prompt) => ({
    name: `prompt=${prompt} (specification)`,
    parameters: { prompt },
    error: 'invalid_request',
  })),
  ...[
    ['nonce', 513],
    ['login_hint', 513],
    ['ui_locales', 513],
    ['acr_values', 513],
    ['id_token_hint', 6145],
  ].map(([name = '', length]) => ({
    name: `${name} of ${length} characters`,
    parameters: { [name]: 'a'.repeat(Number(length)) },
    error: 'invalid_request',
  })),
  {
    name: 'max_age that is no number (OIDC Core 3.1.2.1)',
    parameters: { max_age: 'x' },
    error: 'invalid_request',
  },
  { name: 'a negative max_age', parameters: { max_age: '-1' }, error: 'invalid_request' },
  {
    name: 'code_challenge_method=plain (RFC 9700 2.1.1)',
    parameters: { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
    error: 'invalid_request',
  },
  {
    name: 'a code_challenge without its method, which means plain (RFC 7636 4.3)',
    parameters: { code_challenge: 'a'.repeat(43) },
    error: 'invalid_request',
  },
  {
    name: 'a code_challenge that is too short (RFC 7636 4.2)',
    parameters: { code_challenge: 'a'.repeat(42), code_challenge_method: 'S256' },
    error: 'invalid_request',
  },
  {
    name: 'a public client without PKCE (RFC 9700 2.1.1)',
    parameters: { client_id: 'demo-spa', redirect_uri: 'http://localhost:9092/callback' },
    error: 'invalid_request',
  },
  {
    name: 'a request object (OIDC Core 6.1)',
    parameters: { request: 'e30.e30.' },
    error: 'request_not_supported',
  },
  {
    name: 'a request_uri (OIDC Core 6.2)',
    parameters: { request_uri: 'https://evil.example/request' },
    error: 'request_uri_not_supported',
  },
  {
    name: 'a registration (OIDC Core 7.2.1)',
    parameters: { registration: '{}' },
    error: 'registration_not_supported',
  },
  {
    name: 'a resource that is not ours (RFC 8707 2)',
    parameters: { resource: 'https://evil.example' },
    error: 'invalid_target',
  },
  {
    name: 'a resource that is no address (RFC 8707 2)',
    parameters: { resource: 'x' },
    error: 'invalid_target',
  },
  {
    name: 'an id_token_hint of rubbish (OIDC Core 3.1.2.1)',
    parameters: { id_token_hint: 'x' },
    error: 'invalid_request',
  },
  {
    name: 'prompt=none without a session (OIDC Core 3.1.2.6)',
    parameters: { prompt: 'none' },
    error: 'login_required',
  },
];

/** Parameters that may be there once only (RFC 6749 section 3.1). */
export const onceOnly = [
  'response_type',
  'scope',
  'state',
  'nonce',
  'prompt',
  'response_mode',
  'code_challenge',
];
