import { acrValues } from '@safety/contracts';
import type { Client, Configuration, JWKS } from 'oidc-provider';
import { mayCallFrom } from '../clients/calling-origin.js';
import { supportedScopes } from '../clients/scopes.js';
import { idTokenAlgorithms } from '../keys/id-token-header.js';
import type { SigningKeys } from '../keys/signing-keys.js';
import { lifetimes } from '../lifetimes.js';
import { routeNames } from '../paths/protocol.js';
import type { Accounts } from '../people/users/accounts.js';
import type { AdapterFactory } from './adapters/adapter.factory.js';
import { clientAssertionAlgorithms, clientAuthMethods, discoveryMetadata } from './discovery.js';
import { type ClientsTold, renderErrorPage, renderSignedOutPage, signOut } from './pages.js';
import { authenticationClaims } from './policy/authentication-claims.js';
import { claimsByScope, findAccountIn } from './policy/claims.js';
import { checkClientAssertion } from './policy/client-assertions.js';
import {
  accessTokenSeconds,
  companyOf,
  ourMetadataNames,
  refreshTokenSeconds,
} from './policy/client-metadata.js';
import { parameterLengths } from './policy/parameter-lengths.js';
import { pagePathOf, promptPolicy } from './policy/prompts.js';
import { checkRequestedScope } from './policy/requested-scope.js';
import { resourceAmong, resourceServerFor } from './policy/resource-server.js';
import { grantOfSession } from './sessions/grant-of-session.js';

export interface ProviderParts {
  authUrl: string;
  adapters: AdapterFactory;
  accounts: Accounts;
  keys: SigningKeys;
  clientsTold: ClientsTold;
}

const off = { enabled: false };
const now = (): number => Math.floor(Date.now() / 1000);

/** Everything that the library is told, in one place. */
export function configurationOf({
  authUrl,
  adapters,
  accounts,
  keys,
  clientsTold,
}: ProviderParts): Configuration {
  const secure = authUrl.startsWith('https:');
  const cookie = { sameSite: 'lax', httpOnly: true, signed: true, secure } as const;
  const prefix = secure ? '__Secure-' : '';
  return {
    adapter: (kind) => adapters.adapterFor(kind),
    jwks: keys.privateKeys as JWKS,
    routes: routeNames,
    responseTypes: ['code'],
    scopes: supportedScopes,
    claims: claimsByScope,
    conformIdTokenClaims: false,
    findAccount: findAccountIn(accounts),
    loadExistingGrant: grantOfSession(authUrl, accounts),
    interactions: { policy: promptPolicy(), url: (_ctx, { uid, prompt }) => pagePathOf(prompt.name, uid) },
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: { ...parameterLengths, scope: checkRequestedScope },
    // A sign-in has one step.
    acrValues: [acrValues.password],
    extraClientMetadata: { properties: [...ourMetadataNames] },
    enabledJWA: {
      idTokenSigningAlgValues: [...idTokenAlgorithms],
      clientAuthSigningAlgValues: clientAssertionAlgorithms,
    },
    clientAuthMethods: [...clientAuthMethods],
    assertJwtClientAuthClaimsAndHeader: checkClientAssertion,
    discovery: discoveryMetadata(authUrl),
    clientBasedCORS: (_ctx, origin, client) => mayCallFrom(origin, client.redirectUris),
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    rotateRefreshToken: true,
    // A session ends its grants itself, in one transaction; the library would look it up at every renewal.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    cookies: {
      keys: keys.cookieKeys,
      long: { ...cookie, path: '/auth' },
      // Each for the path of its own sign-in, so that one tab does not take another's.
      short: cookie,
      names: {
        session: `${prefix}session`,
        interaction: `${prefix}sign-in`,
        resume: `${prefix}sign-in-resume`,
      },
    },
    ttl: {
      AccessToken: (_ctx, _token, client) => accessTokenSeconds(client),
      ClientCredentials: (_ctx, _token, client) => accessTokenSeconds(client),
      IdToken: lifetimes.idToken,
      AuthorizationCode: lifetimes.authorizationCode,
      PushedAuthorizationRequest: lifetimes.pushedRequest,
      Interaction: lifetimes.interaction,
      Session: (_ctx, session) => (session.accountId ? lifetimes.session : lifetimes.anonymousSession),
      Grant: lifetimes.refreshToken,
      RefreshToken: (_ctx, token, client) =>
        Math.max(1, (token.iiat ?? now()) + refreshTokenSeconds(client) - now()),
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      introspection: {
        enabled: true,
        // Of refresh tokens; what is said of access tokens is in structured-tokens.ts.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: signOut,
        postLogoutSuccessSource: renderSignedOutPage(clientsTold),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, asked) => resourceAmong(authUrl, asked),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource, client) => resourceServerFor(authUrl, resource, client),
      },
    },
    formats: {
      customizers: {
        jwt(ctx, token, { payload }) {
          payload['company_id'] = companyOf(token.client as Client);
          if (token.kind !== 'AccessToken') return;
          payload['sid'] = token.sid;
          payload['grant_id'] = token.grantId;
          Object.assign(payload, authenticationClaims(ctx, token));
        },
      },
    },
    renderError: renderErrorPage,
  };
}
