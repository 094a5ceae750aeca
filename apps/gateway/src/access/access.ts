import { Injectable } from '@nestjs/common';
import {
  AccessTokenVerifier,
  bearerToken,
  callerOf,
  checkScope,
  companyForbidden,
  companyIdOf,
  Memberships,
  tokenInvalid,
} from '@safety/auth-guard';
import { type Access as Needed, requestContext, unavailable } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { Revocations } from './revocations.js';

/** On whose behalf a request is made. */
export interface Admitted {
  clientId: string;
  /** Where a company is needed. */
  companyId: string | undefined;
}

/** Decides whether a request may reach an API. The order is token (401), user (403), company (400, 403), scope (403). */
@Injectable()
export class Access {
  constructor(
    private readonly verifier: AccessTokenVerifier,
    private readonly revocations: Revocations,
    private readonly memberships: Memberships,
  ) {}

  async check(request: FastifyRequest, needed: Needed): Promise<Admitted> {
    const token = bearerToken(request.raw);
    const claims = await this.verifier.verify(token);
    // Until identity has told once which sessions have ended, a token cannot be told from one of an ended session.
    if (!this.revocations.areKnown) throw unavailable(new Error('The revocations are not known yet'));
    if (this.revocations.cover(claims)) throw tokenInvalid();
    const caller = callerOf(claims, token);
    const context = requestContext();
    const { userId, clientId, sid } = caller;
    if (context) Object.assign(context, { userId, clientId, sid });
    if (needed.company) {
      const companyId = companyIdOf(request.raw);
      if (!(await this.memberships.find(caller, companyId))) throw companyForbidden();
      if (context) context.companyId = companyId;
    }
    checkScope(needed, caller, request.method);
    return { clientId, companyId: context?.companyId };
  }
}
