import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestContext } from '@safety/platform';
import type { FastifyRequest } from 'fastify';

const header = (request: FastifyRequest, name: string): string => String(request.headers[name]);

/** Believes what the headers say: who calls is not what is tested here. */
@Injectable()
export class Believing implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Probes are of nobody.
    if (request.url.startsWith('/health/')) return true;
    const userId = header(request, 'x-user');
    request.caller = { userId, clientId: header(request, 'x-client'), scopes: [], token: '' };
    const companyId = header(request, 'x-company-context');
    const isServiceClient = header(request, 'x-client') === userId;
    if (isServiceClient) Object.assign(requestContext() ?? {}, { clientId: userId });
    request.company = {
      companyId,
      userId,
      isServiceClient,
      timeZone: 'UTC',
      requireIfMatch: request.headers['x-require-if-match'] === 'true',
      allowSelfApproval: false,
      defaultApproverUserIds: [],
      assignments: [],
    };
    return true;
  }
}
