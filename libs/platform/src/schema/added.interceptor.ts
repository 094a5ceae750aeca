import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { type Added, RETURNS, type ReturnsMetadata } from './returns.js';

/** Answers with the row of an `Added`: 200 when it was there before, else the documented status. */
@Injectable()
export class AddedInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const returns = this.reflector.get<ReturnsMetadata | undefined>(RETURNS, context.getHandler());
    if (!returns?.mayBeRepeated) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ row, isNew }: Added<unknown>) => {
        if (!isNew) reply.status(200);
        return row;
      }),
    );
  }
}
