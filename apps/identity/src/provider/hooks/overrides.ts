import Provider, { errors } from 'oidc-provider';
import { matchingSecret } from '../../clients/client-secret.js';
import { isRegisteredUri } from '../../clients/registered-uri.js';
import { isNativeClient, ourMetadata } from '../policy/client-metadata.js';
import { checkLength } from '../policy/parameter-lengths.js';
import { overrideIdTokenHints } from './id-token-hints.js';
import { overrideRefreshTokens } from './refresh-rotation.js';

/** Ends the session beyond the library's own copy of it. */
type EndSession = (sid: string, userId: string | undefined) => Promise<unknown>;

/** Hears of every secret that a client has authenticated with, by its id. */
type SecretUsed = (secretId: string) => void;

/**
 * The decisions of the library that are changed here. Each override has a test that fails when the library
 * changes its hook.
 */
export function applyOverrides(provider: Provider, endSession: EndSession, secretUsed: SecretUsed): void {
  const { Client, Grant, IdToken, Session } = provider;
  overrideClients(Client, secretUsed);
  overrideGrants(Grant);
  overrideIdTokenHints(IdToken);
  overrideRefreshTokens(provider);
  overrideSessions(Session, endSession);
}

function overrideClients(Client: Provider['Client'], secretUsed: SecretUsed): void {
  const { grantTypeAllowed, responseModeAllowed, responseTypeAllowed } = Client.prototype;

  // Every ID token says which session it is from; the library does so only for back-channel logout.
  Client.prototype.includeSid = () => true;

  // The library compares plain texts, and knows one secret.
  Client.prototype.compareClientSecret = function (actual) {
    const secret = matchingSecret(ourMetadata(this).secretDigests, actual);
    if (secret) secretUsed(secret.id);
    return secret !== undefined;
  };

  // The library takes any port of `localhost` too, and of loopback addresses that are registered with one.
  Client.prototype.redirectUriAllowed = function (uri) {
    return isRegisteredUri(uri, this.redirectUris ?? [], isNativeClient(this));
  };
  Client.prototype.postLogoutRedirectUriAllowed = function (uri) {
    const params = Provider.ctx?.oidc.params;
    if (ourMetadata(this).isFormer && params) {
      // The user signs out, and stays here: the address may be why the client was disabled.
      params['post_logout_redirect_uri'] = undefined;
      return true;
    }
    return isRegisteredUri(uri, this.postLogoutRedirectUris ?? [], isNativeClient(this));
  };

  // RFC 6749 sections 4.1.2.1 and 5.2: unauthorized_client, where the library says invalid_request.
  Client.prototype.grantTypeAllowed = function (type) {
    const oidc = Provider.ctx?.oidc;
    const allowed = grantTypeAllowed.call(this, type);
    if (!allowed && oidc?.route === 'token' && oidc.params?.['grant_type'] === type) {
      throw new errors.UnauthorizedClient('this client is not registered for this grant type');
    }
    return allowed;
  };
  Client.prototype.responseTypeAllowed = function (type) {
    if (responseTypeAllowed.call(this, type)) return true;
    throw new errors.UnauthorizedClient('this client is not registered for this response type');
  };

  // Asked once the request is whole, so that what was pushed is seen as well: no code in the fragment (RFC
  // 9700 section 4.2).
  Client.prototype.responseModeAllowed = function (mode, ...others) {
    const params = Provider.ctx?.oidc.params;
    if (params?.['response_mode'] === 'fragment') {
      // The refusal itself is not for the fragment either.
      params['response_mode'] = undefined;
      throw new errors.UnsupportedResponseMode();
    }
    return responseModeAllowed.call(this, mode, ...others);
  };
}

function overrideGrants(Grant: Provider['Grant']): void {
  const { IN_PAYLOAD: properties } = Grant;
  // The session that a grant is of is saved with it.
  Object.defineProperty(Grant, 'IN_PAYLOAD', { get: () => [...properties, 'sid'] });
}

function overrideSessions(Session: Provider['Session'], endSession: EndSession): void {
  const { get } = Session;
  const { destroy } = Session.prototype;

  // The session keeps the `state` of a sign-out, and the library asks nobody about its length. This comes
  // first at that endpoint, so that nothing is kept of a longer one.
  Session.get = function (ctx) {
    if (ctx.oidc?.route === 'end_session') checkLength('state', ctx.query['state']);
    return get.call(this, ctx);
  };

  // One sid for the whole session, so that ending it is one message; the library makes one for each client.
  Session.prototype.ensureClientContainer = function (clientId) {
    if (!this.sidFor(clientId)) this.sidFor(clientId, this.uid);
  };

  // The end is committed first: if that fails, the user is told, and nothing looks ended that is not.
  Session.prototype.destroy = async function () {
    await endSession(this.uid, this.accountId);
    await destroy.call(this);
  };
}
