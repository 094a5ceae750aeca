import { operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { everyScope, type WebClient } from './flows.js';
import type { Replica } from './identity-under-test.js';

/** Registers an application whose ID tokens and logout tokens are signed with ES256. */
export async function registerEs256Client(
  { app }: Pick<Replica, 'app'>,
  backchannelLogoutUri: string | null = null,
): Promise<WebClient> {
  const redirectUri = 'https://es256.example/callback';
  const { client, secret } = await app.get(ClientRegistry, { strict: false }).create(operator, null, {
    name: 'ES256 application',
    authMethod: 'client_secret',
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: everyScope.split(' '),
    redirectUris: [redirectUri],
    backchannelLogoutUri,
    idTokenSignedResponseAlg: 'ES256',
  });
  return { client_id: client.id, client_secret: secret?.secret ?? '', redirect_uri: redirectUri };
}
