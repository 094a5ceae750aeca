import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isRead } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleVisits } from './console-visits.js';
import { ForeignForm, SignInNeeded } from './refusals.js';
import { isSame } from './session-proofs.js';

/** Lets in who is signed in, and takes no form that is not of their session. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(private readonly visits: ConsoleVisits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const visit = await this.visits.begin(request, http.getResponse<FastifyReply>());
    if (!visit) throw new SignInNeeded();
    const { csrf } = (request.body ?? {}) as { csrf?: unknown };
    if (!isRead(request) && !isSame(visit.session.formToken, csrf)) throw new ForeignForm();
    return true;
  }
}
