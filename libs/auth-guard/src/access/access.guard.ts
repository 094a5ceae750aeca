import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { mayAnywhere, type Permission, reachOf } from '@safety/contracts';
import {
  ACCESS,
  type Access,
  type Caller,
  EVERYWHERE,
  FOR_USERS,
  PUBLIC,
  permissionDenied,
  REQUIRES,
  SIGN_IN,
  type SignInDemand,
} from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { MembershipSource } from '../membership/membership-source.js';
import { ACCESS_TOKEN, userRequired } from '../token/access-token.strategy.js';
import { authorise } from './authorise.js';
import { checkSignIn } from './sign-in-demand.js';

/**
 * Closed by default: a handler that is neither public nor says which scope it needs cannot be called. The
 * order of the checks is token and user (401, 403), those of `authorise` (400, 403), permission (403), and
 * the sign-in that a handler demands (401).
 */
@Injectable()
export class AccessGuard extends AuthGuard(ACCESS_TOKEN) {
  constructor(
    private readonly reflector: Reflector,
    private readonly memberships: MembershipSource,
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
    request.checkAccessAgain = () => this.canActivate(context);
    if (caller.isServiceClient && this.metadata<boolean>(FOR_USERS, context)) throw userRequired();
    const access = this.metadata<Access>(ACCESS, context);
    if (!access) throw new Error(`${context.getClass().name} has a handler without @Public() or a scope`);
    const membership = await authorise(caller, request, access, this.memberships);
    const { userId, isServiceClient } = caller;
    if (membership) request.company = { ...membership, userId, isServiceClient };
    this.checkPermission(request, context);
    // Last: nobody is sent to sign in again for what they may not do in any case.
    const demand = this.metadata<SignInDemand>(SIGN_IN, context);
    if (demand) checkSignIn(demand, caller);
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

  private checkPermission({ company }: FastifyRequest, context: ExecutionContext): void {
    const permission = this.metadata<Permission>(REQUIRES, context);
    if (!permission) return;
    const where = this.metadata<boolean>(EVERYWHERE, context) ? 'in the whole company' : undefined;
    const holds =
      company && (where ? reachOf(company, permission) === 'everywhere' : mayAnywhere(company, permission));
    if (!holds) throw permissionDenied(permission, where);
  }
}
