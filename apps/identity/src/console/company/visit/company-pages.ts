import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { VisitedPage } from '../../visit/visited-page.js';
import { visitOf } from '../../visit/visits.js';
import type { CompanyVisit } from './company-visit.js';
import { CompanyVisits } from './company-visits.js';

const visits = new WeakMap<FastifyRequest, CompanyVisit>();

/** Lets in who belongs to the company that the address names. It follows the guard of the console. */
@Injectable()
class CompanyGuard implements CanActivate {
  constructor(private readonly companies: CompanyVisits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const visit = visitOf(request);
    if (!visit) return false;
    const { companyId } = request.params as { companyId?: string };
    visits.set(request, await this.companies.enter(visit, companyId));
    return true;
  }
}

/** A page of one company, whose id is `companyId` in the address. */
export const CompanyPages = (): ClassDecorator => applyDecorators(VisitedPage(), UseGuards(CompanyGuard));

/** The visit in the company that the request is. */
export const CurrentCompany = createParamDecorator((_: unknown, context: ExecutionContext): CompanyVisit => {
  const visit = visits.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!visit) throw new Error('The page is of no company');
  return visit;
});
