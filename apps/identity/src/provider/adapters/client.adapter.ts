import Provider, { type AdapterPayload, type JWKS } from 'oidc-provider';
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

/** A client that may ask for nothing: it says who asks for the end of a session, and is sent nowhere. */
const formerClient = (id: string): AdapterPayload => ({
  client_id: id,
  token_endpoint_auth_method: 'none',
  redirect_uris: [],
  grant_types: [],
  response_types: [],
  isFormer: true,
});

/** The registered clients as the library knows them. */
export class ClientAdapter extends ModelAdapter {
  constructor(private readonly clients: Clients) {
    super();
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(id);
    if (client) return metadataOf(client);
    return (await this.mayEndSession(id)) ? formerClient(id) : undefined;
  }

  /**
   * Users of a client that is disabled, or whose company is suspended, want to sign out all the same. One
   * that was deleted is not known any more; then the browser says who is signed in.
   */
  private async mayEndSession(id: string): Promise<boolean> {
    const oidc = Provider.ctx?.oidc;
    if (oidc?.route !== 'end_session') return false;
    return oidc.session?.accountId !== undefined || this.clients.exists(id);
  }
}
