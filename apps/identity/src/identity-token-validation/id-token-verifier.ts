import { Injectable } from '@nestjs/common';
import { issuerOf } from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { IdentitySettings } from '../config.js';
import { idTokenAlgorithms, isTypeOfIdTokens } from '../keys/id-token-header.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { lifetimes } from '../lifetimes.js';

/** Seconds that two clocks may differ. */
const CLOCK_TOLERANCE = 30;

/** The token is not a valid ID token for this client; the message says why, and may be shown. */
export class InvalidIdToken extends Error {
  override readonly name = 'InvalidIdToken';
}

/**
 * Verifies ID tokens by every rule of OIDC Core section 3.1.3.7. The library's own check is for hints: it
 * ignores expiry.
 */
@Injectable()
export class IdTokenVerifier {
  constructor(
    private readonly keys: SigningKeys,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {}

  /** The claims of a valid ID token. Throws `InvalidIdToken`. */
  async verify(token: string, clientId: string): Promise<JWTPayload> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(this.keys.publicKeys), {
        issuer: issuerOf(this.settings.AUTH_URL),
        audience: clientId,
        algorithms: [...idTokenAlgorithms],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: lifetimes.idToken,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      if (!isTypeOfIdTokens(protectedHeader.typ)) throw new InvalidIdToken('the token is not an ID token');
      if (payload.aud !== clientId) throw new InvalidIdToken('the token is not for this client alone');
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new InvalidIdToken(reasonOf(error), { cause: error });
      throw error;
    }
  }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `the claim ${error.claim} is not right`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is not right';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the key of the token is not known';
  return 'the token is malformed';
}
