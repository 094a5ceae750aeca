import { accessTokenAudience, issuerOf } from '@safety/contracts';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { AdapterPayload } from 'oidc-provider';
import type { SigningKeys } from '../../signing-keys/signing-keys.js';
import { ModelAdapter } from './model-adapter.js';

/** Access tokens are JWTs and never stored: for the userinfo endpoint the token itself is the record. */
export class AccessTokenAdapter extends ModelAdapter {
  private readonly keySet: ReturnType<typeof createLocalJWKSet>;

  constructor(
    keys: SigningKeys,
    private readonly authUrl: string,
  ) {
    super();
    this.keySet = createLocalJWKSet(keys.publicKeys);
  }

  override async find(token: string): Promise<AdapterPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.keySet, {
        issuer: issuerOf(this.authUrl),
        audience: accessTokenAudience(this.authUrl),
        typ: 'at+jwt',
        algorithms: ['ES256'],
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      return modelOf(payload);
    } catch {
      return undefined;
    }
  }
}

/** Without `aud`: the library refuses every token that has one at the userinfo endpoint. */
const modelOf = ({ sub, client_id, scope, grant_id, sid, jti, iat, exp }: JWTPayload): AdapterPayload =>
  ({
    kind: 'AccessToken',
    accountId: sub,
    clientId: client_id,
    grantId: grant_id,
    scope,
    sid,
    jti,
    iat,
    exp,
  }) as AdapterPayload;
