import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { fieldsQuery } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { z } from 'zod';
import { queryProblem } from './issues.js';
import { TAKES, type TakesMetadata } from './takes.js';

const nothing = z.strictObject({});

/** The parameter that reduces the answer of one resource; lists have the same parameter among others. */
export const singleReadQuery = z.strictObject({ fields: fieldsQuery });

/** Refuses a query that a handler does not ask for and would not notice. */
@Injectable()
export class UnaskedQueryInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { query, method } = context.switchToHttp().getRequest<FastifyRequest>();
    const takes = this.reflector.get<TakesMetadata | undefined>(TAKES, context.getHandler());
    if (!takes?.query) {
      const reads = method === 'GET' || method === 'HEAD';
      const result = (reads ? singleReadQuery : nothing).safeParse(query);
      if (!result.success) throw queryProblem(result.error.issues, query);
    }
    return next.handle();
  }
}
