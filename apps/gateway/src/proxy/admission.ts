import { Injectable } from '@nestjs/common';
import { bearerToken } from '@safety/auth-guard';
import type { AccessTokenClaims } from '@safety/contracts';
import { type Access, ProblemError, requestContext } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAccess } from '../access/access.js';
import { RateLimits } from '../limits/rate-limits.js';

/**
 * Admits a request or refuses it, and counts it for whom it comes from: the owner of a good token, else an
 * address.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly access: ApiAccess,
    private readonly limits: RateLimits,
  ) {}

  async admit(request: FastifyRequest, reply: FastifyReply, needed: Access | 'public'): Promise<void> {
    if (needed === 'public') return this.limits.countAddress(request, reply);
    const token = this.tokenOf(request, reply);
    const claims = this.recalled(token, request, reply) ?? (await this.verified(token, request, reply));
    const { client_id: clientId, company_id: ownerId = clientId, sub: userId } = claims;
    const caller = { clientId, ownerId, userId };
    let companyId: string | undefined;
    try {
      companyId = await this.access.authorise(request, token, claims, needed);
    } catch (error) {
      // A company that is not the caller's own is not entered, so nothing of it is used up.
      const entered = requestContext()?.companyId;
      if (isRefusal(error)) this.limits.countCaller({ ...caller, companyId: entered }, reply);
      throw error;
    }
    this.limits.countCaller({ ...caller, companyId }, reply);
  }

  private tokenOf(request: FastifyRequest, reply: FastifyReply): string {
    try {
      return bearerToken(request.raw);
    } catch (error) {
      this.limits.countAddress(request, reply);
      throw error;
    }
  }

  /** A token that was valid before needs no new check, even from an address with bad tokens. */
  private recalled(
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): AccessTokenClaims | undefined {
    try {
      return this.access.recall(token);
    } catch (error) {
      if (isRefusal(error)) this.limits.countBadToken(request, reply);
      throw error;
    }
  }

  /**
   * Verifying a signature is what costs most here, so it is not done for an address that sends one bad token
   * after another.
   */
  private async verified(
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AccessTokenClaims> {
    this.limits.checkBadTokens(request, reply);
    try {
      return await this.access.verify(token);
    } catch (error) {
      if (isRefusal(error)) this.limits.countBadToken(request, reply);
      throw error;
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ProblemError && error.status < 500;
