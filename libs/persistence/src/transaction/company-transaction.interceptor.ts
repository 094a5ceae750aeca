import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { CompanyTransactions } from './company-transactions.js';

/** Gives every request that works in a company its one transaction. Reading methods cannot write. */
@Injectable()
export class CompanyTransactionInterceptor implements NestInterceptor {
  constructor(private readonly transactions: CompanyTransactions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { company, method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!company) return next.handle();
    const access = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
    return defer(() =>
      this.transactions.run(
        company.companyId,
        () => lastValueFrom(next.handle(), { defaultValue: undefined }),
        access,
      ),
    );
  }
}
