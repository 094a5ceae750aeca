import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { CompanyTransactions } from './company-transactions.js';
import { RECORDS_READS } from './records-reads.js';

/**
 * Gives every request that works in a company its one transaction. Reading methods cannot write, unless they
 * record what they read.
 */
@Injectable()
export class CompanyTransactionInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { company, method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!company) return next.handle();
    const reads = method === 'GET' || method === 'HEAD';
    const access = reads && !this.reflector.get(RECORDS_READS, context.getHandler()) ? 'read' : 'write';
    return defer(() =>
      this.transactions.run(
        company.companyId,
        () => lastValueFrom(next.handle(), { defaultValue: undefined }),
        access,
      ),
    );
  }
}
