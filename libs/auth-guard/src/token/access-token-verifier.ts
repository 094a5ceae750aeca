import { hash } from 'node:crypto';
import {
  type AccessTokenClaims,
  accessTokenAudience,
  accessTokenClaimsSchema,
  issuerOf,
} from '@safety/contracts';
import { ProblemError, unavailable } from '@safety/platform';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { challenge } from './challenge.js';
import { KeysUnavailable, type PublicKeys } from './public-keys.js';

const MAX_TOKEN_LENGTH = 8192;
const MAX_CACHED = 10_000;
const CLOCK_TOLERANCE_SECONDS = 5;
/**
 * Clocks differ; a token from further ahead than this would outlive revocations that go by its time of issue.
 */
const ISSUED_AHEAD_SECONDS = 60;

/** The cache entry of a token that was found valid. */
interface Verified {
  claims: AccessTokenClaims;
  /** The key that signed it, as the token names it. */
  kid: string | undefined;
  /** Of the keys when that key was last seen among them. */
  keysVersion: number;
}

/**
 * Verifies access tokens by RFC 9068 section 4: `typ`, algorithm, signature, issuer, audience and expiry. A
 * verified token is cached by its digest until it expires or its key is removed. Verifying costs a hundred
 * times as much as hashing.
 */
export class AccessTokenVerifier {
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_CACHED });

  constructor(
    private readonly authUrl: string,
    private readonly keys: PublicKeys,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * The claims of a valid token. Throws 401 `token-invalid` or `token-expired`, and 503 when no key is known.
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenInvalid();
    const known = this.recall(token);
    if (known) return known;
    // Before anything is awaited: a key that goes in the meantime is noticed at the next look.
    const { version: keysVersion } = this.keys;
    const found = await this.check(token);
    this.verified.set(digestOf(token), { ...found, keysVersion });
    return found.claims;
  }

  /**
   * The claims of a token that has been found valid before and still is. No signature is looked at for it.
   */
  recall(token: string): AccessTokenClaims | undefined {
    const known = this.verified.get(digestOf(token));
    if (!known || this.isExpired(known.claims) || !this.isStillSigned(known)) return undefined;
    return known.claims;
  }

  private isStillSigned(known: Verified): boolean {
    const { version } = this.keys;
    if (known.keysVersion === version) return true;
    if (!this.keys.has(known.kid)) return false;
    known.keysVersion = version;
    return true;
  }

  private isExpired({ exp }: AccessTokenClaims): boolean {
    return exp + CLOCK_TOLERANCE_SECONDS <= this.now() / 1000;
  }

  private async check(token: string): Promise<Pick<Verified, 'claims' | 'kid'>> {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        (header, input) => this.keys.key(header, input),
        {
          typ: 'at+jwt',
          algorithms: ['ES256'],
          issuer: issuerOf(this.authUrl),
          audience: accessTokenAudience(this.authUrl),
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(this.now()),
          requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
        },
      );
      const claims = accessTokenClaimsSchema.parse(payload);
      if (claims.iat > this.now() / 1000 + ISSUED_AHEAD_SECONDS)
        throw new Error('The token is from the future');
      return { claims, kid: protectedHeader.kid };
    } catch (error) {
      if (error instanceof KeysUnavailable) throw unavailable(error);
      if (error instanceof errors.JWTExpired) throw tokenExpired();
      throw tokenInvalid(error);
    }
  }
}

const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** 401 for a token that cannot be trusted (RFC 6750 section 3.1). */
export const tokenInvalid = (cause?: unknown): ProblemError =>
  new ProblemError('token-invalid', {
    detail: 'The access token is not valid here.',
    headers: challenge({ error: 'invalid_token', error_description: 'The access token is not valid' }),
    cause,
  });

const tokenExpired = (): ProblemError =>
  new ProblemError('token-expired', {
    detail: 'The access token has expired. Renew it.',
    headers: challenge({ error: 'invalid_token', error_description: 'The access token expired' }),
  });

/** 401 for a request without a token: no error code, as RFC 6750 section 3.1 asks. */
export const tokenMissing = (): ProblemError =>
  new ProblemError('token-missing', {
    detail: 'Send the access token in the Authorization header: Bearer <token>.',
    headers: challenge(),
  });

/** 403 that names the scope that would do (RFC 6750 section 3.1). */
export const insufficientScope = (scope: string): ProblemError =>
  new ProblemError('insufficient-scope', {
    detail: `The access token lacks the scope ${scope}.`,
    headers: challenge({ error: 'insufficient_scope', scope }),
    extensions: { requiredScope: scope },
  });
