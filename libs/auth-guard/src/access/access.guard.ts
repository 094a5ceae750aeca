import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { mayAnywhere, type Permission } from '@safety/contracts';
import {
  ACCESS,
  type Access,
  type Caller,
  PUBLIC,
  permissionDenied,
  REQUIRES,
  requestContext,
} from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { companyFor, companyForbidden } from '../membership/company-header.js';
import { Memberships } from '../membership/memberships.js';
import { ACCESS_TOKEN } from '../token/access-token.strategy.js';
import { insufficientScope } from '../token/access-token-verifier.js';

/**
 * Closed by default: a handler that is neither public nor says which scope it needs cannot be called. The
 * order of the checks is token (401), user (403), company (400, 403), scope (403), permission (403).
 */
@Injectable()
export class AccessGuard extends AuthGuard(ACCESS_TOKEN) {
  constructor(
    private readonly reflector: Reflector,
    private readonly memberships: Memberships,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // Messages of the bus carry no token; what may be published is for the publisher to decide.
    if (context.getType() !== 'http' || this.metadata<boolean>(PUBLIC, context)) return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Caller }>();
    const caller = request.user;
    request.caller = caller;
    const { userId, clientId, sid } = caller;
    Object.assign(requestContext() ?? {}, { userId, clientId, sid });
    const access = this.metadata<Access>(ACCESS, context);
    if (!access) throw new Error(`${context.getClass().name} has a handler without @Public() or a scope`);
    if (access.company) await this.enterCompany(request, caller);
    checkScope(access, caller, request.method);
    this.checkPermission(request, context);
    return true;
  }

  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    if (error || !user) throw error ?? info;
    return user;
  }

  private metadata<Value>(key: string, context: ExecutionContext): Value | undefined {
    return this.reflector.getAllAndOverride<Value | undefined>(key, [
      context.getHandler(),
      context.getClass(),
    ]);
  }

  private async enterCompany(request: FastifyRequest, caller: Caller): Promise<void> {
    const companyId = companyFor(caller, request.raw);
    const membership = await this.memberships.find(caller, companyId);
    if (!membership) throw companyForbidden();
    request.company = { ...membership, userId: caller.userId };
    Object.assign(requestContext() ?? {}, { companyId });
  }

  private checkPermission({ company }: FastifyRequest, context: ExecutionContext): void {
    const permission = this.metadata<Permission>(REQUIRES, context);
    if (permission && !(company && mayAnywhere(company, permission))) throw permissionDenied(permission);
  }
}

/** Throws 403 unless the caller has one of the scopes, or one of the narrower ones for reading. */
export function checkScope(access: Access, caller: Caller, method: string): void {
  const reading = method === 'GET' || method === 'HEAD';
  const sufficient = reading ? [...access.scopes, ...access.readScopes] : access.scopes;
  if (sufficient.length === 0) return;
  if (!sufficient.some((scope) => caller.scopes.includes(scope)))
    throw insufficientScope(access.scopes[0] ?? '');
}
