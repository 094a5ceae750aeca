import type { AdapterPayload, JWKS } from 'oidc-provider';
import { type ApiClient, isNative } from '../../clients/client.js';
import type { Clients } from '../../clients/clients.js';
import { ModelAdapter } from './model-adapter.js';

/** The library wants a secret for confidential clients; the real ones are known by their digests alone. */
const NO_SECRET = 'only digests are kept';

function metadataOf(client: ApiClient): AdapterPayload {
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: isNative(client) ? 'native' : 'web',
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes.join(' '),
    ...authenticationOf(client),
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    companyId: client.companyId,
    accessTokenSeconds: client.accessTokenSeconds,
    refreshTokenSeconds: client.refreshTokenSeconds,
    keepsOfflineAccess: client.keepsOfflineAccess,
    grantEpoch: client.grantEpoch,
    secretDigests: client.secrets,
  };
}

function authenticationOf({ authMethod, jwks }: ApiClient): Partial<AdapterPayload> {
  switch (authMethod) {
    case 'client_secret':
      return { token_endpoint_auth_method: 'client_secret_post', client_secret: NO_SECRET };
    case 'private_key_jwt':
      return { token_endpoint_auth_method: 'private_key_jwt', ...(jwks && { jwks: jwks as JWKS }) };
    case 'none':
      return { token_endpoint_auth_method: 'none' };
  }
}

/** The registered clients as the library knows them. */
export class ClientAdapter extends ModelAdapter {
  constructor(private readonly clients: Clients) {
    super();
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(id);
    return client && metadataOf(client);
  }
}
