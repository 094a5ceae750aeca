import { accessTokenAudience } from '@safety/contracts';
import Provider, { errors, type Grant, type TokenEndpointGrantContext } from 'oidc-provider';
import type { Accounts } from '../../people/users/accounts.js';
import type { Accepted, Authentication } from '../../people/users/authentication.js';
import { deviceOfClient } from '../../people/users/known-devices.js';
import { clientAddress, networkOf } from '../../throttling/client-address.js';
import { passwordNow } from '../policy/authentication-claims.js';
import { accessTokenSeconds, isForUserOf, refreshTokenSeconds } from '../policy/client-metadata.js';
import { requestedScopes } from '../policy/requested-scope.js';
import { resourceServerFor } from '../policy/resource-server.js';
import { RefusedPassword, TooManyAttempts, WrongPassword } from './refused-password.js';

const GRANT_TYPE = 'password';
const PARAMETERS = ['username', 'password', 'scope', 'resource'] as const;
type Parameters = { [Name in (typeof PARAMETERS)[number]]?: string };
type Context = TokenEndpointGrantContext<Parameters>;
type ResourceServer = InstanceType<Provider['ResourceServer']>;

function required(ctx: Context, name: keyof Parameters): string {
  const value = ctx.oidc.params[name];
  if (!value) throw new errors.InvalidRequest(`missing required parameter '${name}'`);
  return value;
}

export interface PasswordGrantParts {
  accounts: Accounts;
  authentication: Authentication;
  authUrl: string;
  /** Whether the deployment has this grant at all. */
  offered: boolean;
}

/**
 * Resource Owner Password Credentials (RFC 6749 section 4.3) for clients that are registered for it. It makes
 * no session, so there is no single sign-on, no single logout and no ID token.
 */
export function registerPasswordGrant(provider: Provider, parts: PasswordGrantParts): void {
  provider.registerGrantType<Parameters>(GRANT_TYPE, (ctx) => answer(ctx, parts), PARAMETERS);
}

async function answer(
  ctx: Context,
  { accounts, authentication, authUrl, offered }: PasswordGrantParts,
): Promise<void> {
  const { client } = ctx.oidc;
  // It stays registered, so that clients that have it go on with their other grants.
  if (!offered) throw new errors.UnsupportedGrantType('this provider takes no passwords at this endpoint');
  // A public client cannot prove who it is: anybody could collect passwords in its name (RFC 9700 section
  // 2.4).
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('a public client cannot use this grant type');
  const username = required(ctx, 'username');
  const password = required(ctx, 'password');
  const scopes = requestedScopes(required(ctx, 'scope'), client);
  const resource = ctx.oidc.params.resource ?? accessTokenAudience(authUrl);
  const resourceServer = new ctx.oidc.provider.ResourceServer(
    resource,
    resourceServerFor(authUrl, resource, client),
  );
  const proven = await authenticated(ctx, authentication, username, password);
  const account = await accounts.find(proven.userId);
  if (!isForUserOf(client, account?.roles.map(({ cid }) => cid) ?? []))
    throw new RefusedPassword('the user does not belong to the company of this client', proven.userId);
  const grant = newGrant(ctx, proven.userId, scopes, resourceServer);
  await grant.save();
  // The password may have been changed while this one waited to be checked. No token will name the grant that
  // was saved.
  if (!(await accounts.findInEpoch(proven.userId, proven.epoch)))
    throw new RefusedPassword('wrong user name or password', proven.userId);
  ctx.body = await tokensOf(ctx, grant, resourceServer);
}

async function authenticated(
  ctx: Context,
  authentication: Authentication,
  username: string,
  password: string,
): Promise<Accepted> {
  const address = clientAddress(ctx.req);
  const device = deviceOfClient(ctx.oidc.client.clientId, networkOf(address));
  const result = await authentication.authenticate(username, password, {
    address,
    device,
    // The client's server calls, for the owner and for whoever else types the owner's name there.
    deviceShared: true,
  });
  if (result.outcome === 'accepted') return result;
  const { triedUserId } = result;
  if (result.outcome === 'wrong') throw new WrongPassword('wrong user name or password', triedUserId);
  if (result.outcome === 'locked')
    throw new RefusedPassword('too many wrong passwords in a row; set a new password by e-mail', triedUserId);
  ctx.set('retry-after', String(result.retryAfterSeconds));
  throw new TooManyAttempts('too many wrong passwords', triedUserId);
}

const isRenewable = ({ client }: Context['oidc'], scopes: readonly string[]): boolean =>
  scopes.includes('offline_access') && client.grantTypeAllowed('refresh_token');

function newGrant(
  { oidc }: Context,
  accountId: string,
  scopes: readonly string[],
  resourceServer: ResourceServer,
): Grant {
  const { client, provider } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId });
  const scope = scopes.join(' ');
  grant.openid = { scope };
  grant.resources = { [resourceServer.identifier()]: scope };
  const seconds = isRenewable(oidc, scopes) ? refreshTokenSeconds(client) : accessTokenSeconds(client);
  grant.exp = Math.floor(Date.now() / 1000) + seconds;
  return grant;
}

async function tokensOf({ oidc }: Context, grant: Grant, resourceServer: ResourceServer) {
  const { client, provider } = oidc;
  const resource = resourceServer.identifier();
  const scope = grant.getResourceScope(resource);
  const shared = { accountId: grant.accountId as string, client, grantId: grant.jti, gty: GRANT_TYPE, scope };
  const accessToken = new provider.AccessToken({ ...shared, resourceServer });
  // `resource` on the refresh token keeps the renewed access token a JWT.
  const refreshToken =
    isRenewable(oidc, scope.split(' ')) &&
    new provider.RefreshToken({
      ...shared,
      ...passwordNow(),
      authTime: Math.floor(Date.now() / 1000),
      resource,
      rotations: 0,
    });
  return {
    access_token: await accessToken.save(),
    expires_in: accessToken.expiration,
    token_type: accessToken.tokenType,
    scope,
    ...(refreshToken && { refresh_token: await refreshToken.save() }),
  };
}

/**
 * The library issues an ID token at every renewal with `openid`; one that started with a password has no
 * session to tell of.
 */
export function isPasswordRenewal(gty: string | undefined): boolean {
  return gty?.split(' ')[0] === GRANT_TYPE;
}
