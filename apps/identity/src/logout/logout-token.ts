import { Injectable } from '@nestjs/common';
import { issuerOf } from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import { importJWK, SignJWT } from 'jose';
import type { IdentitySettings } from '../config.js';
import type { IdTokenAlgorithm } from '../keys/id-token-header.js';
import { SigningKeys } from '../keys/signing-keys.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds; a token is made anew for each try. */
const LIFETIME = 120;

/** Which session of which user ended, for which client. */
export interface EndedAtClient {
  clientId: string;
  sid: string;
  userId: string;
  /** As the client's ID tokens are signed. */
  algorithm: IdTokenAlgorithm;
  /** Unique to this token. */
  jti: string;
}

/** Signs logout tokens (OIDC Back-Channel Logout section 2.4) as the client's ID tokens. */
@Injectable()
export class LogoutTokens {
  constructor(
    private readonly keys: SigningKeys,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  async sign({ clientId, sid, userId, algorithm, jti }: EndedAtClient): Promise<string> {
    const key = this.keys.privateKeys.keys.find(({ alg }) => alg === algorithm);
    if (!key) throw new Error('There is no key for ID tokens');
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ sid, events: { [EVENT]: {} } })
      .setProtectedHeader({
        alg: algorithm,
        typ: 'logout+jwt',
        ...(key.kid !== undefined && { kid: key.kid }),
      })
      .setIssuer(issuerOf(this.settings.AUTH_URL))
      .setSubject(userId)
      .setAudience(clientId)
      .setJti(jti)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(await importJWK(key, algorithm));
  }
}
