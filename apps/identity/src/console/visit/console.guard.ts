import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '../../paths/console.js';
import { ConsoleVisits } from './console-visits.js';
import { isCsrfToken } from './csrf.js';
import { ForeignForm, SignInNeeded } from './refusals.js';

/** Lets in who is signed in, and takes no form that is not of their session. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(private readonly visits: ConsoleVisits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const visit = await this.visits.begin(request, http.getResponse<FastifyReply>());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!visit) throw new SignInNeeded(isRead ? request.url : consolePath);
    const { csrf } = (request.body ?? {}) as { csrf?: unknown };
    if (!isRead && !isCsrfToken(visit.session.id, csrf)) throw new ForeignForm();
    return true;
  }
}
