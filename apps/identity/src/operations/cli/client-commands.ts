import { type Command, idOf, numberOf, service, table } from '@safety/platform/operator';
import { authMethods, grantTypes, type SaveClient } from '../../clients/client.js';
import { operator } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { ClientSecrets, type KnownSecret } from '../../clients/client-secrets.js';
import { supportedScopes } from '../../clients/scopes.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import {
  type IdTokenAlgorithm,
  idTokenAlgorithms,
  usualIdTokenAlgorithm,
} from '../../keys/id-token-header.js';
import { keysIn, saveClient } from './client-options.js';

const DAY_SECONDS = 24 * 60 * 60;
const ONCE = 'This is the only time the secret is shown.';

const summary = (client: ManagedClient): Record<string, unknown> => ({
  client_id: client.id,
  name: client.name,
  state: client.disabled ? 'disabled' : 'enabled',
  company: client.companyId ?? 'none: for the users of every company',
  authentication: client.authMethod,
  grants: client.grantTypes,
  scopes: client.scopes,
  'redirect URIs': client.redirectUris,
  'ID tokens': client.idTokenSignedResponseAlg,
});

const secretLine = ({ id, hint, createdAt, expiresAt, lastUsedAt }: KnownSecret): string =>
  `secret ${id} (…${hint ?? '?'}): since ${createdAt.toISOString()}, until ${expiresAt?.toISOString() ?? 'it is revoked'}, ` +
  `last used ${lastUsedAt?.toISOString() ?? 'never'}`;

/** A command that changes one client and has nothing to show. */
const changing = (
  help: string,
  done: string,
  change: (registry: ClientRegistry, id: string) => Promise<void>,
): Command => ({
  parameters: ['<client>'],
  help,
  run: async (app, [id = '']) => {
    await change(service(app, ClientRegistry), id);
    return { json: { client_id: id, done }, text: [`${id} is ${done}.`] };
  },
});

/** Decides one thing about a client anew; all others stay. */
async function replaceIn(
  registry: ClientRegistry,
  id: string,
  members: Partial<SaveClient>,
): Promise<ManagedClient> {
  const client = await registry.get(operator, id);
  const { id: _, companyId, version, disabled, createdAt, modifiedAt, ...fields } = client;
  return registry.replace(operator, id, version, { ...fields, ...members });
}

export const clientCommands: Record<string, Command> = {
  clients: {
    parameters: [],
    help: 'Lists every client.',
    run: async (app) => {
      const clients = await service(app, ClientRegistry).list(operator);
      return {
        json: clients,
        text: clients.map(
          ({ id, name, disabled, authMethod }) =>
            `${id}  ${name} (${authMethod}${disabled ? ', disabled' : ''})`,
        ),
      };
    },
  },
  client: {
    parameters: ['<client>'],
    help: 'Shows a client and what is known about its secrets.',
    run: async (app, [id = '']) => {
      const client = await service(app, ClientRegistry).get(operator, id);
      const secrets = await service(app, ClientSecrets).list(operator, id);
      return { json: { ...client, secrets }, text: [...table(summary(client)), ...secrets.map(secretLine)] };
    },
  },
  'create-client': {
    parameters: [],
    help: 'Registers a client. Its secret is shown once.',
    options: {
      name: { type: 'string', value: 'text', help: 'what people see when they sign in at it' },
      grant: { type: 'string', multiple: true, value: 'grant,…', help: `of ${grantTypes.join(', ')}` },
      scope: { type: 'string', multiple: true, value: 'scope,…', help: `of ${supportedScopes.join(', ')}` },
      'redirect-uri': {
        type: 'string',
        multiple: true,
        value: 'address',
        help: 'where codes go; may be given several times',
      },
      'post-logout-redirect-uri': {
        type: 'string',
        multiple: true,
        value: 'address',
        help: 'where people may go after they signed out',
      },
      'logout-uri': { type: 'string', value: 'address', help: 'called with sid when a session ends' },
      'backchannel-logout-uri': {
        type: 'string',
        value: 'address',
        help: 'gets a logout token when a session ends',
      },
      'auth-method': {
        type: 'string',
        value: 'method',
        help: `one of ${authMethods.join(', ')}; client_secret when it is left out`,
      },
      jwks: {
        type: 'string',
        value: 'file',
        help: 'the public keys of a client with private_key_jwt; - reads the input',
      },
      'id-token-signed-response-alg': {
        type: 'string',
        value: 'algorithm',
        help: `of ID and logout tokens, one of ${idTokenAlgorithms.join(', ')}; ${usualIdTokenAlgorithm} when it is left out`,
      },
      company: {
        type: 'string',
        value: 'id',
        help: 'whose administrators manage it and whose users alone sign in at it',
      },
      'access-token-seconds': { type: 'string', value: 'number', help: 'in place of 1800' },
      'refresh-token-seconds': {
        type: 'string',
        value: 'number',
        help: 'since the sign-in, in place of 30 days',
      },
      'keep-offline-access': { type: 'boolean', help: 'refresh tokens outlive the session' },
    },
    run: async (app, _, values) => {
      const company = idOf(values, 'company') ?? null;
      const { client, secret } = await service(app, ClientRegistry).create(
        operator,
        company,
        await saveClient(values),
      );
      return {
        json: { ...client, client_secret: secret?.secret ?? null },
        text: [...table(summary(client)), ...(secret ? [`client_secret:  ${secret.secret}`, ONCE] : [])],
      };
    },
  },
  'tell-clients': {
    parameters: [],
    help: 'Tells accounts each client of a company again, such as those from an older release.',
    run: async (app) => {
      const published = await service(app, ClientRegistry).publishAgain();
      return { json: { told: published }, text: [`${published} clients are told again.`] };
    },
  },
  'new-secret': {
    parameters: ['<client>'],
    help: 'Makes a new secret, shown once. The one of before goes on working for a while.',
    options: {
      'overlap-days': {
        type: 'string',
        value: 'number',
        help: 'for how long, 0 to 90; 7 when it is left out',
      },
    },
    run: async (app, [id = ''], values) => {
      const days = numberOf(values, 'overlap-days');
      const { secret, id: secretId } = await service(app, ClientSecrets).issue(
        operator,
        id,
        days === undefined ? undefined : days * DAY_SECONDS,
      );
      return {
        json: { client_id: id, secret_id: secretId, client_secret: secret },
        text: [`client_secret: ${secret}`, ONCE],
      };
    },
  },
  'revoke-secret': {
    parameters: ['<client>', '<secret>'],
    help: 'Ends a secret, by its id, and every grant of the client: for one that somebody else may have.',
    run: async (app, [id = '', secretId = '']) => {
      await service(app, ClientSecrets).revoke(operator, id, secretId);
      return {
        json: { client_id: id, revoked: secretId },
        text: [`The secret is revoked, and the grants of ${id} have ended.`],
      };
    },
  },
  'new-keys': {
    parameters: ['<client>', '<file>'],
    help: 'Replaces the public keys of a client with private_key_jwt; - reads the input. Its grants go on.',
    run: async (app, [id = '', file]) => {
      const jwks = (await keysIn(file)) ?? null;
      const client = await replaceIn(service(app, ClientRegistry), id, { jwks });
      return {
        json: client,
        text: [`The keys of ${id} are ${client.jwks?.keys.map(({ kid }) => kid).join(', ')}.`],
      };
    },
  },
  'sign-id-tokens': {
    parameters: ['<client>', '<algorithm>'],
    help: `Changes how ID and logout tokens of a client are signed: ${idTokenAlgorithms.join(' or ')}. Its grants go on.`,
    run: async (app, [id = '', algorithm]) => {
      const client = await replaceIn(service(app, ClientRegistry), id, {
        idTokenSignedResponseAlg: algorithm as IdTokenAlgorithm,
      });
      return {
        json: client,
        text: [`ID tokens of ${id} are signed with ${client.idTokenSignedResponseAlg} from now on.`],
      };
    },
  },
  'disable-client': changing(
    'Refuses everything the client asks for, and ends its grants.',
    'disabled',
    (registry, id) => registry.disable(operator, id),
  ),
  'enable-client': changing('Lets a disabled client ask again.', 'enabled', (registry, id) =>
    registry.enable(operator, id),
  ),
  'delete-client': changing('Removes a client with its secrets and grants.', 'deleted', (registry, id) =>
    registry.remove(operator, id),
  ),
};
