import type { AccessTokenClaims } from '@safety/contracts';
import type { AdapterPayload } from 'oidc-provider';
import type { AccessTokens } from '../../sessions/access-tokens.js';
import { ModelAdapter } from './model-adapter.js';

/** For the userinfo endpoint an access token is what it says itself. */
export class AccessTokenAdapter extends ModelAdapter {
  constructor(private readonly tokens: AccessTokens) {
    super();
  }

  override async find(token: string): Promise<AdapterPayload | undefined> {
    const claims = await this.tokens.read(token);
    // A token of a client alone says nothing about a user.
    return claims && claims.sub !== claims.client_id ? modelOf(claims) : undefined;
  }
}

/** Without `aud`: the library refuses every token that has one at the userinfo endpoint. */
const modelOf = ({ sub, client_id, grant_id, ...claims }: AccessTokenClaims): AdapterPayload => {
  const { scope, sid, jti, iat, exp } = claims;
  return {
    kind: 'AccessToken',
    accountId: sub,
    clientId: client_id,
    ...(grant_id !== undefined && { grantId: grant_id }),
    ...(sid !== undefined && { sid }),
    scope,
    jti,
    iat,
    exp,
  };
};
