import { Injectable } from '@nestjs/common';
import {
  type AccessTokenClaims,
  accessTokenAudience,
  accessTokenClaimsSchema,
  issuerOf,
} from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { IdentitySettings } from '../config.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { Database } from '../storage/database/database.js';
import { begun, Grants } from './grants.js';
import { Revocations } from './revocations.js';

/**
 * Access tokens are JWTs and never stored: the token itself is the record, and what ended early is in
 * `revocations`.
 */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly database: Database,
    private readonly revocations: Revocations,
    private readonly grants: Grants,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  /** The claims of an access token that is good now; nothing for any other text. */
  async read(token: string): Promise<AccessTokenClaims | undefined> {
    const claims = await this.verify(token);
    return claims && !(await this.revocations.cover(claims)) ? claims : undefined;
  }

  /**
   * Ends the grant of a token, and with it everything that came from it; of a token without a grant, the
   * token. Resolves when new tokens of its holder count.
   */
  async revoke({ grant_id: grantId, jti, sub, client_id: clientId }: AccessTokenClaims): Promise<void> {
    if (grantId !== undefined) return this.grants.revoke(grantId, 'access token revoked by its client');
    const newOnesFrom = await this.database.transaction((transaction) =>
      this.revocations.revokeToken(transaction, jti, { sub, clientId }),
    );
    await begun(newOnesFrom);
  }

  private async verify(token: string): Promise<AccessTokenClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(this.keys.publicKeys), {
        issuer: issuerOf(this.settings.AUTH_URL),
        audience: accessTokenAudience(this.settings.AUTH_URL),
        typ: 'at+jwt',
        algorithms: ['ES256'],
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      return accessTokenClaimsSchema.safeParse(payload).data;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
