import { Injectable } from '@nestjs/common';
import { AccessTokenVerifier, authorise, callerOf, Memberships, tokenInvalid } from '@safety/auth-guard';
import type { AccessTokenClaims } from '@safety/contracts';
import { type Access, unavailable } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { Revocations } from './revocations.js';

/**
 * Decides whether a request may reach an API. The order is token (401), user (403), company (400, 403), scope
 * (403).
 */
@Injectable()
export class ApiAccess {
  constructor(
    private readonly verifier: AccessTokenVerifier,
    private readonly revocations: Revocations,
    private readonly memberships: Memberships,
  ) {}

  /**
   * The claims of a token that was found good before, which takes no signature. Throws 401 when it was
   * revoked since.
   */
  recall(token: string): AccessTokenClaims | undefined {
    const claims = this.verifier.recall(token);
    if (claims) this.checkRevocations(claims);
    return claims;
  }

  /** The claims of a good token. Throws 401 for any other, and 503 while it cannot be told. */
  async verify(token: string): Promise<AccessTokenClaims> {
    const claims = await this.verifier.verify(token);
    this.checkRevocations(claims);
    return claims;
  }

  /**
   * The company for which the request is made, where one is needed. Throws when the owner of the token may
   * not.
   */
  async authorise(
    request: FastifyRequest,
    token: string,
    claims: AccessTokenClaims,
    needed: Access,
  ): Promise<string | undefined> {
    return (await authorise(callerOf(claims, token), request, needed, this.memberships))?.companyId;
  }

  private checkRevocations(claims: AccessTokenClaims): void {
    // Until identity has told once which sessions have ended, a token cannot be told from one of an ended
    // session.
    if (!this.revocations.areKnown) throw unavailable(new Error('The revocations are not known yet'));
    if (this.revocations.cover(claims)) throw tokenInvalid();
  }
}
