import { bodyProblem } from '@safety/platform';
import type { JSONWebKeySet } from 'jose';
import type { z } from 'zod';
import { type ApiClient, clientShape, isConfidential, isNative } from './client.js';
import { publicKeySet } from './client-keys.js';
import { faultOfLogoutUri, faultOfRedirectUri, type UriFault, uriFaults } from './registered-uri.js';
import { supportedScopes } from './scopes.js';

/** The decided members of a client, with every rule kept. */
export type ClientFields = Omit<
  ApiClient,
  'id' | 'companyId' | 'version' | 'disabled' | 'secrets' | 'grantEpoch'
>;

/** Addresses that an earlier release took stay. */
type KeptAddresses = Pick<ApiClient, 'redirectUris' | 'postLogoutRedirectUris'>;

type Shape = z.output<typeof clientShape>;
type Refuse = (path: PropertyKey[], message: string, code?: string) => void;

/**
 * Reads what somebody wants a client to be. Throws 422 `validation-failed` with a pointer for each fault.
 * `allowedHosts`: LOGOUT_ALLOWED_HOSTS. `before`: the client that is changed.
 */
export function readClient(
  input: unknown,
  allowedHosts: readonly string[],
  before?: KeptAddresses,
): ClientFields {
  const result = clientShape
    .superRefine((client, context) => {
      const refuse: Refuse = (path, message, code = 'invalid-format') => {
        context.addIssue({ code: 'custom', path, message, params: { code } });
      };
      checkLists(client, refuse);
      checkAddresses(client, before, allowedHosts, refuse);
      checkGrants(client, refuse);
      checkKeys(client, refuse);
    })
    .safeParse(input);
  if (!result.success) throw bodyProblem(result.error.issues, input);
  return { ...result.data, jwks: keysOf(result.data) };
}

function checkLists(client: Shape, refuse: Refuse): void {
  for (const name of ['grantTypes', 'scopes', 'redirectUris', 'postLogoutRedirectUris'] as const) {
    client[name].forEach((value, index, all) => {
      if (all.indexOf(value as never) < index) refuse([name, index], 'Is there twice.', 'duplicate');
    });
  }
  client.scopes.forEach((scope, index) => {
    if (!supportedScopes.includes(scope))
      refuse(['scopes', index], `Must be one of ${supportedScopes.join(', ')}.`, 'invalid-enum');
  });
}

function checkAddresses(
  client: Shape,
  before: KeptAddresses | undefined,
  allowedHosts: readonly string[],
  refuse: Refuse,
): void {
  const check = (path: PropertyKey[], fault: UriFault | undefined) => {
    if (fault) refuse(path, uriFaults[fault]);
  };
  for (const name of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    client[name].forEach((uri, index) => {
      const afterSignOut = name === 'postLogoutRedirectUris';
      const fault = faultOfRedirectUri(uri, { isNative: isNative(client), afterSignOut });
      if (fault !== 'answer-parameter' || !before?.[name].includes(uri)) check([name, index], fault);
    });
  }
  for (const name of ['logoutUri', 'backchannelLogoutUri'] as const) {
    const uri = client[name];
    if (uri !== null) check([name], faultOfLogoutUri(uri, allowedHosts));
  }
}

function checkGrants(client: Shape, refuse: Refuse): void {
  const has = (grant: Shape['grantTypes'][number]): boolean => client.grantTypes.includes(grant);
  const refuseGrant = (grant: Shape['grantTypes'][number], message: string): void =>
    refuse(['grantTypes', client.grantTypes.indexOf(grant)], message, 'not-allowed');
  for (const grant of ['password', 'client_credentials'] as const) {
    // A public client cannot prove who it is: anybody could ask in its name (RFC 6749 section 4.4, RFC 9700
    // section 2.4).
    if (has(grant) && !isConfidential(client))
      refuseGrant(grant, `${grant} needs a client that authenticates.`);
  }
  if (has('authorization_code') && client.redirectUris.length === 0)
    refuse(['redirectUris'], 'authorization_code needs at least one.', 'required');
  if (!has('authorization_code') && client.redirectUris.length > 0)
    refuse(['redirectUris'], 'Are for authorization_code only.', 'not-allowed');
  if (has('refresh_token') && !has('authorization_code') && !has('password'))
    refuseGrant('refresh_token', 'refresh_token needs authorization_code or password.');
  if (client.scopes.includes('offline_access') && !has('refresh_token'))
    refuse(['scopes'], 'offline_access needs the grant refresh_token.', 'not-allowed');
}

function checkKeys({ authMethod, jwks }: Shape, refuse: Refuse): void {
  if (authMethod !== 'private_key_jwt') {
    if (jwks !== null) refuse(['jwks'], 'Are for private_key_jwt only.', 'not-allowed');
    return;
  }
  const keys = publicKeySet(jwks);
  if (!('detail' in keys)) return;
  refuse(keys.index === undefined ? ['jwks'] : ['jwks', 'keys', keys.index], keys.detail);
}

function keysOf({ authMethod, jwks }: Shape): JSONWebKeySet | null {
  if (authMethod !== 'private_key_jwt') return null;
  const keys = publicKeySet(jwks);
  if ('detail' in keys) throw new Error('The keys were checked before');
  return keys;
}
