import { readFile } from 'node:fs/promises';
import { text as textFrom } from 'node:stream/consumers';
import { listOf, numberOf, textOf, UsageError, type Values } from '@safety/platform/operator';
import type { JSONWebKeySet } from 'jose';
import type { AuthMethod, GrantType, SaveClient } from '../../clients/client.js';
import type { IdTokenAlgorithm } from '../../keys/id-token-header.js';

/** The client that the options of `create-client` describe. Throws a `UsageError` if they describe none. */
export async function saveClient(values: Values): Promise<SaveClient> {
  const name = textOf(values, 'name');
  if (name === undefined) throw new UsageError('create-client needs --name.');
  return {
    name,
    authMethod: (textOf(values, 'auth-method') ?? 'client_secret') as AuthMethod,
    grantTypes: listOf(values, 'grant') as GrantType[],
    scopes: listOf(values, 'scope'),
    redirectUris: addresses(values, 'redirect-uri'),
    postLogoutRedirectUris: addresses(values, 'post-logout-redirect-uri'),
    logoutUri: textOf(values, 'logout-uri') ?? null,
    backchannelLogoutUri: textOf(values, 'backchannel-logout-uri') ?? null,
    jwks: (await keysIn(textOf(values, 'jwks'))) ?? null,
    idTokenSignedResponseAlg: textOf(values, 'id-token-signed-response-alg') as IdTokenAlgorithm | undefined,
    accessTokenSeconds: numberOf(values, 'access-token-seconds') ?? null,
    refreshTokenSeconds: numberOf(values, 'refresh-token-seconds') ?? null,
    keepsOfflineAccess: values['keep-offline-access'] === true,
  };
}

/** An address may hold a comma: each is an option of its own. */
const addresses = (values: Values, name: string): string[] => [values[name] ?? []].flat().map(String);

/**
 * The public keys in a file (RFC 7517 section 5), or on the standard input for `-`: a pod has no file of the
 * operator. Throws a `UsageError` when it cannot be read.
 */
export async function keysIn(file: string | undefined): Promise<JSONWebKeySet | undefined> {
  if (file === undefined) return undefined;
  try {
    const text = await (file === '-' ? textFrom(process.stdin) : readFile(file, 'utf8'));
    return JSON.parse(text) as JSONWebKeySet;
  } catch (cause) {
    throw new UsageError(
      `${file === '-' ? 'The standard input' : file} cannot be read as JSON: ${(cause as Error).message}`,
      { cause },
    );
  }
}
