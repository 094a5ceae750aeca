import * as client from 'openid-client';
import { webClient } from './flows.js';
import { issuer, type Replica } from './identity-under-test.js';

/**
 * The configuration that openid-client discovers, for one of its clients; by default the web
 * application.
 */
export const discover = (
  provider: Pick<Replica, 'fetch'>,
  id: string = webClient.client_id,
  authentication: client.ClientAuth = client.ClientSecretPost(webClient.client_secret),
): Promise<client.Configuration> =>
  client.discovery(new URL(issuer), id, undefined, authentication, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, options) => provider.fetch(url, options as RequestInit),
  });
