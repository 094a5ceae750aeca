import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OWN_TRANSACTION } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { CompanyTransactions } from './company-transactions.js';
import { RECORDS_READS } from './records-reads.js';

/**
 * Gives every request that works in a company its one transaction, and some about their user. Reading methods
 * cannot write, unless they record what they read.
 */
@Injectable()
export class CompanyTransactionInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { company, caller, method } = request;
    const isOwn = this.reflector.get<boolean | undefined>(OWN_TRANSACTION, context.getHandler());
    const wallId = company?.companyId ?? (isOwn ? caller?.userId : undefined);
    if (wallId === undefined) return next.handle();
    request.wallId = wallId;
    const reads = method === 'GET' || method === 'HEAD';
    const access = reads && !this.reflector.get(RECORDS_READS, context.getHandler()) ? 'read' : 'write';
    return defer(() =>
      this.transactions.run(wallId, () => lastValueFrom(next.handle(), { defaultValue: undefined }), access),
    );
  }
}
